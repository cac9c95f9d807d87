import { changePassword, contacts, login, logout, profile } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { useTestServer } from '../../testing/servers/use-server.ts';
import { createLogLineLimit } from '../../core/http/log-line-limit.ts';

const server = useTestServer();

/** The log lines of one event that were written during an action. */
async function linesOf(event: string, act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = server.logLines.length;
  await act();
  return server.logLines
    .slice(before)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['event'] === event);
}

describe('the security log', () => {
  it('has every session that starts, with whose it is and from where', async () => {
    const { userId, username, password } = await server.createAdmin();
    const signIn = () => server.api(login, { username, password, rememberMe: true }, null);
    expect(await linesOf('session.started', signIn)).toEqual([
      expect.objectContaining({ level: 'info', userId, address: '127.0.0.1', remembered: true }),
    ]);
  });

  it('has every sign-in that was refused, without what was typed', async () => {
    const { username } = await server.createAdmin();
    const password = 'typed-by-mistake';
    const lines = await linesOf('security.refused', () => server.api(login, { username, password }, null));
    expect(lines).toEqual([
      expect.objectContaining({ level: 'warn', code: 'login_failed', path: login.path, address: '127.0.0.1' }),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${username}|${password}`));
  });

  it('has every call that was not allowed, with who made it', async () => {
    const { userId, token } = await server.createAdmin();
    const refusals: [code: string, act: () => Promise<unknown>][] = [
      ['not_allowed', () => server.api(contacts.list, { deviceId: 1 }, token)],
      [
        'password_wrong',
        () => server.api(changePassword, { currentPassword: 'wrong', newPassword: 'a lamp in the hall' }, token),
      ],
    ];
    for (const [code, act] of refusals) {
      expect(await linesOf('security.refused', act), code).toEqual([expect.objectContaining({ code, userId })]);
    }
  });

  it('has a token that is none, but not a page that comes without one', async () => {
    const lines = await linesOf('security.refused', () => server.api(profile, {}, 'A'.repeat(43)));
    expect(lines).toEqual([expect.objectContaining({ code: 'session_ended' })]);
    expect(await linesOf('security.refused', () => server.api(logout, {}, null))).toEqual([]);
  });
});

describe('a flood of log lines', () => {
  it('is limited per minute, and the number of dropped lines is reported', () => {
    const leftOut: number[] = [];
    const budget = createLogLineLimit((count) => void leftOut.push(count), 2);
    expect([1, 2, 3, 4].map((ms) => budget.spend(60_000 + ms))).toEqual([true, true, false, false]);
    expect(leftOut).toEqual([]);
    expect(budget.spend(120_000)).toBe(true);
    expect(leftOut).toEqual([2]);
  });
});
