import { argon2Sync } from 'node:crypto';
import { limits, login, profile } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writePasswordHash, renewPasswordHash } from '../accounts.store.ts';
import { countHashing } from '../../../testing/count-work.ts';
import { readAnswer } from '../../../testing/call-endpoint.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const tryLogin = (username: string, password: string) => server.api(login, { username, password }, null);

/** Signs in through a trusted proxy with another caller address. */
async function tryFrom(address: string, username: string, password = 'wrong') {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const body = JSON.stringify({ username, password });
  return await readAnswer(login, await fetch(new URL(login.path, server.url), { method: 'POST', headers, body }));
}

const fail = async (times: number, attempt: (n: number) => Promise<{ status: number }>) => {
  for (let n = 0; n < times; n += 1) expect((await attempt(n)).status).toBe(401);
};

/** Inserts failed attempts directly, because making them would take minutes of hashing. */
const failures = (subject: string, amount: number) =>
  server.services.db
    .insertInto('attempt_limits')
    .values({
      subject,
      failures: amount,
      window_ends_at: sql`now() + ${limits.login.windowMs} * interval '1 millisecond'`,
    })
    .execute();

/** The number of statements that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    server.services.db,
  );
  return rows.length;
}

const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

function hashAt(memory: number, password: string): string {
  const nonce = Buffer.alloc(16, 7);
  const tag = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, memory, passes: 2, parallelism: 1 });
  return `$argon2id$v=19$m=${memory},t=2,p=1$${text(nonce)}$${text(tag)}`;
}

describe('auth/login', () => {
  it('[SPEC 7.9] trades a username and password for a token', async () => {
    const { username, password, userId } = await server.createAdmin({ username: 'Ada' });
    const { status, envelope } = await tryLogin(username, password);
    expect(status).toBe(200);
    const answer = await server.api(profile, {}, envelope.data.token);
    expect(answer.envelope.data).toMatchObject({ userId: String(userId), username: 'Ada' });
  });

  it('takes the username in any case, with spaces around it', async () => {
    const { password } = await server.createAdmin({ username: 'Ada' });
    expect((await tryLogin('  aDA ', password)).status).toBe(200);
  });

  it('says the same for a wrong password, an unknown account and an account without password', async () => {
    const { username } = await server.createAdmin();
    await server.services.db
      .insertInto('users')
      .values({ username: 'person', user_type: 'USER', admin_role: 'NON_ADMIN' })
      .execute();
    const answers = [
      await tryLogin(username, 'wrong'),
      await tryLogin('nobody', 'wrong'),
      await tryLogin('person', 'wrong'),
    ];
    for (const { status, error } of answers) {
      expect({ status, error }).toEqual({ status: 401, error: 'The username or password is incorrect.' });
    }
  });

  it('hashes one password whether the account exists or not, so that a clock tells nothing', async () => {
    const { username } = await server.createAdmin();
    await server.services.db
      .insertInto('users')
      .values({ username: 'person', user_type: 'USER', admin_role: 'NON_ADMIN' })
      .execute();
    for (const name of [username, 'nobody', 'person']) {
      expect(await countHashing(() => tryLogin(name, 'wrong')), name).toBe(1);
    }
  });

  it('replaces a hash that was made at another cost', async () => {
    const { db } = server.services;
    const { username, password, userId } = await server.createAdmin();
    const outdated = hashAt(19_452, password);
    await db.updateTable('users').set({ password_hash: outdated }).where('id', '=', userId).execute();
    expect((await tryLogin(username, password)).status).toBe(200);
    const { password_hash } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(password_hash).toContain('m=19456');
    expect((await tryLogin(username, password)).status).toBe(200);
  });

  it('lets nobody in with a password that is changed while it is checked', async () => {
    const { db } = server.services;
    const { username, password, userId } = await server.createAdmin();
    const attempt = await db.transaction().execute(async (transaction) => {
      await writePasswordHash(transaction, userId, hashAt(19_456, 'another-password'));
      const signingIn = tryLogin(username, password);
      // The old password was right, and creating the session waits for the lock of the account.
      await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { interval: 10 });
      return { signingIn };
    });
    expect(await attempt.signingIn).toMatchObject({ status: 401, errorCode: 'login_failed' });
    expect((await tryLogin(username, 'another-password')).status).toBe(200);
  });

  it('does not bring back a password that was changed while its hash was renewed', async () => {
    const { db } = server.services;
    const { username, userId } = await server.createAdmin();
    await writePasswordHash(db, userId, hashAt(19_456, 'another-password'));
    await renewPasswordHash(db, userId, { from: hashAt(19_452, 'old'), to: hashAt(19_456, 'old') });
    expect((await tryLogin(username, 'another-password')).status).toBe(200);
  });

  it('closes an account to guessing from an address after ten failures, and says for how long', async () => {
    const { username, password } = await server.createAdmin();
    await fail(limits.login.failuresPerAccount, () => tryLogin(username, 'wrong'));
    const answer = await tryLogin(username, password);
    expect(answer).toMatchObject({ status: 429, error: 'Too many attempts. Please try again in 15 min.' });
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    // Another account is not affected, and another case of the name does not bypass the limit.
    const other = await server.createAdmin();
    expect((await tryLogin(other.username, other.password)).status).toBe(200);
    expect((await tryLogin(username.toUpperCase(), password)).status).toBe(429);
  });

  it('opens it again when the window has passed', async () => {
    const { username, password } = await server.createAdmin();
    await failures(`login:from:127.0.0.1 ${username}`, limits.login.failuresPerAccount);
    expect((await tryLogin(username, password)).status).toBe(429);
    await sql`update attempt_limits set window_ends_at = now()`.execute(server.services.db);
    expect((await tryLogin(username, password)).status).toBe(200);
  });

  it('forgets the failures of an account that signs in', async () => {
    const { username, password } = await server.createAdmin();
    await failures(`login:from:127.0.0.1 ${username}`, limits.login.failuresPerAccount - 1);
    expect((await tryLogin(username, password)).status).toBe(200);
    await fail(2, () => tryLogin(username, 'wrong'));
    expect((await tryLogin(username, password)).status).toBe(200);
  });

  it('blocks an address after fifty failures over all accounts', async () => {
    await failures('login:address:203.0.113.9', limits.login.failuresPerAddress - 1);
    await fail(1, (n) => tryFrom('203.0.113.9', `guess-${n}`));
    const { username, password } = await server.createAdmin();
    expect((await tryFrom('203.0.113.9', username, password)).status).toBe(429);
    expect((await tryFrom('203.0.113.10', username, password)).status).toBe(200);
  });

  it('keeps the failures of an address that signs in to its own account', async () => {
    const { username, password } = await server.createAdmin();
    await failures('login:address:203.0.113.9', limits.login.failuresPerAddress - 1);
    expect((await tryFrom('203.0.113.9', username, password)).status).toBe(200);
    await fail(1, () => tryFrom('203.0.113.9', 'somebody'));
    expect((await tryFrom('203.0.113.9', 'somebody')).status).toBe(429);
  });

  it('ignores an X-Forwarded-For header that is no address', async () => {
    const { username, password } = await server.createAdmin();
    expect((await tryFrom('x'.repeat(8000), username, password)).status).toBe(200);
    const sessions = await server.services.db.selectFrom('sessions').select('address').execute();
    expect(new Set(sessions.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
  });

  it('lets no more through when many try at once', async () => {
    const { username } = await server.createAdmin();
    const tries = Array.from({ length: limits.login.failuresPerAccount + 6 }, () => tryLogin(username, 'wrong'));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(limits.login.failuresPerAccount);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
  });
});
