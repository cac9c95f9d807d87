import {
  accessLog,
  changePassword,
  endOtherSessions,
  endOwnSession,
  limits,
  login,
  logout,
  ownSessions,
  profile,
} from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../../shared/sessions/sessions.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { readAnswer } from '../../../testing/call-endpoint.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const next = 'quiet-otter-77';

const works = async (token: string) => (await server.api(profile, {}, token)).status === 200;
const sessionsOf = async ({ token }: TestAdmin) => (await server.api(ownSessions, {}, token)).envelope.data;
const change = ({ token, password }: TestAdmin, newPassword: string, currentPassword = password) =>
  server.api(changePassword, { currentPassword, newPassword }, token);

async function openElsewhere({ userId }: TestAdmin): Promise<string> {
  const session = { userId, remembered: true, address: '203.0.113.9', userAgent: 'Firefox elsewhere' };
  return (await createSession(server.services, session)).token;
}

describe('the own password', () => {
  it('[SPEC 7.22] is changed by whoever knows it, and every other session ends', async () => {
    const admin = await server.createAdmin();
    const other = await openElsewhere(admin);
    expect(await works(other)).toBe(true);
    expect((await change(admin, next)).envelope.data).toEqual({ endedSessions: 1 });
    expect([await works(admin.token), await works(other)]).toEqual([true, false]);
    const { username, password } = admin;
    expect((await server.api(login, { username, password }, null)).status).toBe(401);
    expect((await server.api(login, { username, password: next }, null)).status).toBe(200);
  });

  it('is in the access log, as changed by its owner, without the password', async () => {
    const admin = await server.createAdmin();
    await change(admin, next);
    const { envelope } = await server.api(accessLog, { search: admin.username });
    expect(envelope.data).toMatchObject([
      { action: 'PASSWORD', actorName: admin.username, accountName: admin.username, after: { sessions: 'ended' } },
    ]);
    expect(JSON.stringify(envelope.data)).not.toContain(next);
  });

  it('is not changed without it, and attempts are limited', async () => {
    const admin = await server.createAdmin();
    for (let n = 0; n < limits.login.failuresPerAccount; n += 1) {
      expect(await change(admin, next, 'wrong')).toMatchObject({ status: 403, errorCode: 'password_wrong' });
    }
    expect((await change(admin, next)).status).toBe(429);
  });

  it('must not be a common one or the username', async () => {
    const admin = await server.createAdmin();
    expect(await change(admin, 'iloveyou1')).toMatchObject({ status: 400, errorCode: 'password_common' });
    expect(await change(admin, admin.username)).toMatchObject({ status: 400, errorCode: 'password_personal' });
    expect(await works(admin.token)).toBe(true);
  });

  it('has eight characters or more, of any kind, and may be a long sentence', async () => {
    const admin = await server.createAdmin();
    expect(await change(admin, 'qzvkwpx')).toMatchObject({ status: 400, errorCode: 'invalid_input' });
    const kinds = ['qzvkwpxj', '        ', '🌲'.repeat(8), 'a sentence about nothing in particular, '.repeat(3)];
    const owner = { ...admin };
    for (const next of kinds) {
      expect((await change(owner, next)).status, next).toBe(200);
      owner.password = next;
    }
  });

  it('must not be a word of this product with a few digits and signs around it', async () => {
    const admin = await server.createAdmin();
    for (const guess of ['fairwatch', '!Fairwatch-2026', 'Admin12345', 'super_admin1']) {
      expect(await change(admin, guess), guess).toMatchObject({ status: 400, errorCode: 'password_common' });
    }
    expect((await change(admin, 'fairwatch needs a lamp')).status).toBe(200);
  });
});

describe('the own sessions', () => {
  it('show address and time, and which one is the current one', async () => {
    const admin = await server.createAdmin();
    await openElsewhere(admin);
    expect(await sessionsOf(admin)).toEqual([
      expect.objectContaining({ address: '127.0.0.1', userAgent: 'test', current: true }),
      expect.objectContaining({ address: '203.0.113.9', userAgent: 'Firefox elsewhere', current: false }),
    ]);
  });

  it('can be ended one by one, or all others at once', async () => {
    const admin = await server.createAdmin();
    const [one, two, three] = [await openElsewhere(admin), await openElsewhere(admin), await openElsewhere(admin)];
    const latest = (await sessionsOf(admin))[1];
    await server.api(endOwnSession, { id: latest?.id ?? 0 }, admin.token);
    expect([await works(one), await works(two), await works(three)]).toEqual([true, true, false]);
    expect((await server.api(endOtherSessions, {}, admin.token)).envelope.data).toEqual({ endedSessions: 2 });
    expect([await works(one), await works(two), await works(admin.token)]).toEqual([false, false, true]);
  });

  it('of another account cannot be ended and are not listed', async () => {
    const [admin, other] = [await server.createAdmin(), await server.createAdmin()];
    const [theirs] = await sessionsOf(other);
    const answer = await server.api(endOwnSession, { id: theirs?.id ?? 0 }, admin.token);
    expect(answer).toMatchObject({ status: 404, errorCode: 'session_not_found' });
    expect(await works(other.token)).toBe(true);
    expect(await sessionsOf(admin)).toHaveLength(1);
  });
});

describe('attacks on a session', () => {
  it('a token that was there before signing in does not become a session', async () => {
    const { username, password } = await server.createAdmin();
    const planted = 'A'.repeat(43);
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${planted}`,
      cookie: `token=${planted}`,
    };
    const body = JSON.stringify({ username, password });
    const response = await fetch(new URL(login.path, server.url), { method: 'POST', headers, body });
    const { token } = (await readAnswer(login, response)).envelope.data;
    expect(token).not.toBe(planted);
    expect([await works(planted), await works(token)]).toEqual([false, true]);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('signing in twice gives two tokens, and a token ends with its logout', async () => {
    const { username, password } = await server.createAdmin();
    const signIn = async () => (await server.api(login, { username, password }, null)).envelope.data.token;
    const [one, two] = [await signIn(), await signIn()];
    expect(one).not.toBe(two);
    await server.api(logout, {}, one);
    expect([await works(one), await works(two)]).toEqual([false, true]);
  });
});
