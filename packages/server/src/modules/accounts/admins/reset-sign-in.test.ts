import { accessLog, adminDetail, consoleSocketClose, limits, login, profile, resetSignIn } from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { appCode, turnOnTwoFactor } from '../../../testing/account.ts';
import { openConsole } from '../../../testing/open-console.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();

const reset = ({ userId }: TestAdmin, by: TestAdmin = server.admin) => server.api(resetSignIn, { userId }, by.token);
const detail = async ({ userId }: TestAdmin) => (await server.api(adminDetail, { userId })).envelope.data;
const signIn = ({ username, password }: TestAdmin, code?: string) =>
  server.api(login, { username, password, ...(code !== undefined && { code }) }, null);
const works = async ({ token }: TestAdmin) => (await server.api(profile, {}, token)).status === 200;
/** Inserts a passkey directly, because only its existence matters here. */
const addPasskey = ({ userId }: TestAdmin, name: string) =>
  sql`insert into passkeys (user_id, credential_id, public_key, counter, rp_id, name, backed_up)
    values (${userId}, ${Buffer.from(`${userId} ${name}`)}, '', 0, 'localhost', ${name}, false)`.execute(
    server.services.db,
  );

async function protectedAccount(superior?: TestAdmin): Promise<TestAdmin> {
  const account = await server.createAdmin();
  if (superior) {
    await sql`update users set reports_to = ${superior.userId} where id = ${account.userId}`.execute(
      server.services.db,
    );
  }
  await turnOnTwoFactor(server, account);
  await addPasskey(account, 'Laptop');
  return account;
}

describe('resetting how another account signs in', () => {
  it('takes two-factor sign-in and passkeys, ends the sessions, and leaves the password', async () => {
    const account = await protectedAccount();
    const open = await openConsole(server, account);
    expect(await detail(account)).toMatchObject({ twoFactor: true, passkeys: 1 });
    expect((await signIn(account)).errorCode).toBe('second_factor_required');
    expect((await reset(account)).status).toBe(200);
    expect(await open.closed).toBe(consoleSocketClose.sessionEnded);
    expect(await works(account)).toBe(false);
    expect(await detail(account)).toMatchObject({ twoFactor: false, passkeys: 0 });
    expect((await signIn(account)).status).toBe(200);
  });

  it('is in the access log with before and after', async () => {
    const account = await protectedAccount();
    await reset(account);
    const { envelope } = await server.api(accessLog, { search: account.username, action: 'RESET_SIGN_IN' });
    expect(envelope.data).toMatchObject([
      {
        actorName: server.admin.username,
        before: { twoFactor: 'on', passkeys: ['Laptop'] },
        after: { twoFactor: 'off', passkeys: [], sessions: 'ended' },
      },
    ]);
  });

  it('is for those above only, and not for oneself', async () => {
    const [boss, peer] = await Promise.all(
      [1, 2].map(() => server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS' } })),
    );
    if (!boss || !peer) throw new Error('two were made');
    const account = await protectedAccount(boss);
    expect(await reset(account, peer)).toMatchObject({ status: 403, errorCode: 'not_below_you' });
    expect(await reset(boss, boss)).toMatchObject({ status: 403, errorCode: 'own_access' });
    expect(await reset(server.admin, boss)).toMatchObject({ status: 403, errorCode: 'not_below_you' });
    expect(await works(account)).toBe(true);
    expect(await detail(account)).toMatchObject({ twoFactor: true, passkeys: 1 });
    expect((await reset(account, boss)).status).toBe(200);
  });

  it('does nothing to an account without both: its sessions stay, and nothing is logged', async () => {
    const account = await server.createAdmin();
    expect((await reset(account)).status).toBe(200);
    expect(await works(account)).toBe(true);
    const { envelope } = await server.api(accessLog, { search: account.username });
    expect(envelope.data).toEqual([]);
  });

  it('lets its owner set it up again, however many wrong codes were entered before', async () => {
    const account = await protectedAccount();
    for (let n = 0; n <= limits.twoFactor.failures; n += 1) await signIn(account, 'not-a-code');
    expect((await signIn(account, await appCode(server, account.userId))).status).toBe(429);
    await reset(account);
    const { envelope } = await signIn(account);
    await turnOnTwoFactor(server, { ...account, token: envelope.data.token });
    expect((await signIn(account, await appCode(server, account.userId))).status).toBe(200);
  });
});

describe('the own two-factor sign-in', () => {
  it('is in the access log when it is turned on', async () => {
    const account = await server.createAdmin();
    await turnOnTwoFactor(server, account);
    const { envelope } = await server.api(accessLog, { search: account.username });
    expect(envelope.data).toMatchObject([
      { action: 'TWO_FACTOR', actorName: account.username, before: { twoFactor: 'off' }, after: { twoFactor: 'on' } },
    ]);
  });
});
