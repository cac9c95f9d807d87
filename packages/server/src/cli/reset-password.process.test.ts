import { accessLog, blockUser, limits, login, profile } from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { accessChain } from '../shared/audit/access-log.store.ts';
import { verifyChain } from '../shared/audit/chain/audit-verify.ts';
import { turnOnTwoFactor } from '../testing/account.ts';
import { runCommand } from '../testing/servers/run-command.ts';
import { joinDevice } from '../testing/test-device.ts';
import type { TestAdmin } from '../testing/servers/test-server.ts';
import { useTestServer } from '../testing/servers/use-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const server = useTestServer();
const reset = (...args: string[]) =>
  runCommand('reset-password', args, {
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: server.services.config.dataDir,
  });
const passwordIn = (output: string) => /: (\S+)   \(shown only now\)$/m.exec(output)?.[1] ?? '';
const signIn = async ({ username }: Pick<TestAdmin, 'username'>, password: string) =>
  await server.api(login, { username, password }, null);

describe('npm run reset-password, at the database of DATABASE_URL', () => {
  it('prints a new password once; the old one, its sessions and its wrong tries end, two-factor sign-in stays', async () => {
    const owner = await server.createAdmin();
    await turnOnTwoFactor(server, owner);
    await sql`insert into attempt_limits (subject, failures, window_ends_at)
      values (${`login:from:127.0.0.1 ${owner.username}`}, ${limits.login.failuresPerAccount}, now() + interval '1 hour'),
        (${`login:account:${owner.username}`}, ${limits.login.failuresOverall}, now() + interval '1 hour')`.execute(
      server.services.db,
    );
    const { code, output } = await reset(owner.username.toUpperCase());
    expect(code).toBe(0);
    expect(output).toBe(
      `The new password of ${owner.username}: ${passwordIn(output)}   (shown only now)\n` +
        'Every session of the account was signed out.\n',
    );
    expect((await signIn(owner, owner.password)).status).toBe(401);
    expect((await signIn(owner, passwordIn(output))).errorCode).toBe('second_factor_required');
    await vi.waitFor(async () => expect((await server.api(profile, {}, owner.token)).status).toBe(401), {
      timeout: 30_000,
    });
    const { envelope } = await server.api(accessLog, { search: 'owner at the machine' });
    expect(envelope.data.filter(({ accountId }) => accountId === owner.userId)).toMatchObject([
      { action: 'PASSWORD', after: { password: 'reset at the machine', sessions: 'ended' } },
    ]);
  });

  it(
    'removes two-factor sign-in where it is asked to, and both are in the access log as done at the machine',
    { tags: 'full' },
    async () => {
      const owner = await server.createAdmin();
      await turnOnTwoFactor(server, owner);
      const { output } = await reset('--two-factor', owner.username);
      expect((await signIn(owner, passwordIn(output))).status).toBe(200);
      const { envelope } = await server.api(accessLog, { search: 'owner at the machine', sortDirection: 'asc' });
      expect(envelope.data.filter(({ accountId }) => accountId === owner.userId)).toMatchObject([
        { action: 'PASSWORD', after: { password: 'reset at the machine', sessions: 'ended' } },
        { action: 'RESET_SIGN_IN', before: { twoFactor: 'on' }, after: { twoFactor: 'off' } },
      ]);
      expect(JSON.stringify(envelope.data)).not.toContain(passwordIn(output));
      expect(await verifyChain(accessChain(server.services.db), server.services.vault.auditKey)).toMatchObject({
        faults: [],
      });
    },
  );

  it('leaves a blocked account blocked, and says so', { tags: 'full' }, async () => {
    const owner = await server.createAdmin();
    await server.api(blockUser, { userId: owner.userId, blocked: true });
    const { output } = await reset(owner.username);
    expect(output).toContain('The account is still blocked');
    expect((await signIn(owner, passwordIn(output))).errorCode).toBe('account_blocked');
  });

  it('says in one line what is wrong', { tags: 'full' }, async () => {
    const { username } = await joinDevice(server);
    expect(await reset('nobody-there')).toEqual({
      code: 1,
      output: 'There is no account with the username nobody-there.\n',
    });
    expect(await reset(username)).toEqual({
      code: 1,
      output: `${username} is the person of a device: nobody signs in with it.\n`,
    });
    for (const args of [[], ['a', 'b'], ['--everything', 'admin'], [' ']]) {
      expect(await reset(...args)).toEqual({
        code: 1,
        output: expect.stringMatching(/^Usage: .*reset-password.* USERNAME \[--two-factor\]\n$/),
      });
    }
  });
});
