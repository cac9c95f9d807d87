import {
  accessLog,
  addPasskey,
  blockUser,
  changePassword,
  limits,
  passkeyList,
  passkeySignIn,
  profile,
  removePasskey,
  setPassword,
  startPasskey,
  startPasskeySignIn,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runShortJobs } from '../../../app/housekeeping.ts';
import { turnOnTwoFactor } from '../../../testing/account.ts';
import { SoftwareAuthenticator } from '../../../testing/software-authenticator.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../../testing/servers/test-server.ts';

const origin = 'https://fairwatch.example.org';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: origin });
});
afterAll(() => server.close());
beforeEach(() => sql`truncate attempt_limits`.execute(server.services.db));

type Lies = Parameters<SoftwareAuthenticator['create']>[1];

const refused = { status: 403, errorCode: 'passkey_refused' };
const start = async ({ token, password }: TestAdmin) =>
  (await server.api(startPasskey, { password }, token)).envelope.data;
const add = (token: string, credential: ReturnType<SoftwareAuthenticator['create']>, name = 'Laptop') =>
  server.api(addPasskey, { name, credential }, token);
const namesOf = async ({ token }: TestAdmin) =>
  (await server.api(passkeyList, {}, token)).envelope.data.map(({ name }) => name);

/** Adds a passkey to an account. */
async function register(admin: TestAdmin, { name = 'Laptop', lies = {} as Lies } = {}) {
  const key = new SoftwareAuthenticator(origin);
  const answer = await add(admin.token, key.create(await start(admin), lies), name);
  return { key, answer };
}

/** An account with a passkey. */
async function holder() {
  const admin = await server.createAdmin();
  const { key, answer } = await register(admin);
  return { admin, key, id: answer.envelope.data.id };
}

const ask = async () => (await server.api(startPasskeySignIn, {}, null)).envelope.data;
const answerWith = (credential: ReturnType<SoftwareAuthenticator['get']>) =>
  server.api(passkeySignIn, { credential }, null);
const signIn = async (key: SoftwareAuthenticator, lies: Lies = {}) => answerWith(key.get(await ask(), lies));

describe('a passkey', () => {
  it('is added under a name and signs in to its account', async () => {
    const { admin, key } = await holder();
    const [before] = (await server.api(passkeyList, {}, admin.token)).envelope.data;
    expect(before).toMatchObject({ name: 'Laptop', lastUsedAt: null, backedUp: true });
    const { status, envelope } = await signIn(key);
    expect(status).toBe(200);
    const mine = (await server.api(profile, {}, envelope.data.token)).envelope.data;
    expect(mine.userId).toBe(String(admin.userId));
    const [after] = (await server.api(passkeyList, {}, admin.token)).envelope.data;
    expect(after?.lastUsedAt).toEqual(expect.any(String));
  });

  it('is one of several, each of which opens the account', async () => {
    const admin = await server.createAdmin();
    const keys = [await register(admin, { name: 'Phone' }), await register(admin, { name: 'Key ring' })];
    expect(await namesOf(admin)).toEqual(['Phone', 'Key ring']);
    for (const { key } of keys) expect((await signIn(key)).status).toBe(200);
    const { excludeCredentials } = await start(admin);
    expect(excludeCredentials.map(({ id }) => id)).toEqual(keys.map(({ key }) => key.id.toString('base64url')));
  });

  it('is both factors: no code is asked for', async () => {
    const { admin, key } = await holder();
    await turnOnTwoFactor(server, admin);
    expect((await signIn(key)).status).toBe(200);
  });

  it('stays when its owner changes the password, and when an admin sets one', async () => {
    const { admin, key } = await holder();
    const newPassword = 'calm-heron-31';
    await server.api(changePassword, { currentPassword: admin.password, newPassword }, admin.token);
    expect((await signIn(key)).status).toBe(200);
    await server.api(setPassword, { userId: admin.userId, password: 'quiet-otter-77' });
    expect((await signIn(key)).status).toBe(200);
  });

  it('does not open an account that is blocked', async () => {
    const { admin, key } = await holder();
    await server.api(blockUser, { userId: admin.userId, blocked: true });
    expect(await signIn(key)).toMatchObject({ status: 403, errorCode: 'account_blocked' });
  });

  it('names nobody: the question is the same for all, and the handle tells no account', async () => {
    const { admin } = await holder();
    expect(await ask()).toEqual({
      challenge: expect.any(String),
      rpId: 'fairwatch.example.org',
      timeout: limits.passkey.lifetimeMs,
      userVerification: 'required',
    });
    const { user } = await start(admin);
    expect(Buffer.from(user.id, 'base64url')).toHaveLength(32);
  });
});

describe('adding and removing', () => {
  it('ask for the password', async () => {
    const { admin, key, id } = await holder();
    const wrong = { status: 403, errorCode: 'password_wrong' };
    expect(await server.api(startPasskey, { password: 'wrong' }, admin.token)).toMatchObject(wrong);
    expect(await server.api(removePasskey, { id, password: 'wrong' }, admin.token)).toMatchObject(wrong);
    expect((await signIn(key)).status).toBe(200);
    expect((await server.api(removePasskey, { id, password: admin.password }, admin.token)).status).toBe(200);
    expect(await signIn(key)).toMatchObject(refused);
    const again = await server.api(removePasskey, { id, password: admin.password }, admin.token);
    expect(again).toMatchObject({ status: 404, errorCode: 'passkey_not_found' });
  });

  it('take a code as well from an account with two-factor sign-in: a passkey opens it without one', async () => {
    const { admin, id } = await holder();
    const [first, second] = await turnOnTwoFactor(server, admin);
    const { token, password } = admin;
    const missing = { status: 403, errorCode: 'second_factor_missing' };
    expect(await server.api(startPasskey, { password }, token)).toMatchObject(missing);
    expect(await server.api(removePasskey, { id, password }, token)).toMatchObject(missing);
    const wrong = { status: 403, errorCode: 'second_factor_refused' };
    expect(await server.api(startPasskey, { password, code: '000000' }, token)).toMatchObject(wrong);
    expect((await server.api(startPasskey, { password, code: first }, token)).status).toBe(200);
    expect((await server.api(removePasskey, { id, password, code: second }, token)).status).toBe(200);
  });

  it('are in the access log, with which there were before and after', async () => {
    const { admin, id } = await holder();
    await register(admin, { name: 'Phone' });
    await server.api(removePasskey, { id, password: admin.password }, admin.token);
    const { envelope } = await server.api(accessLog, { search: admin.username });
    expect(envelope.data.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'PASSKEYS', before: { passkeys: ['Laptop', 'Phone'] }, after: { passkeys: ['Phone'] } },
      { action: 'PASSKEYS', before: { passkeys: ['Laptop'] }, after: { passkeys: ['Laptop', 'Phone'] } },
      { action: 'PASSKEYS', before: { passkeys: [] }, after: { passkeys: ['Laptop'] } },
    ]);
  });

  it('touch nobody else’s', async () => {
    const [one, other] = [await holder(), await holder()];
    const { token, password } = one.admin;
    expect(await server.api(removePasskey, { id: other.id, password }, token)).toMatchObject({ status: 404 });
    expect((await signIn(other.key)).status).toBe(200);
    // A credential of another account is refused, because a sign-in could not tell the two accounts apart.
    expect(await add(token, other.key.create(await start(one.admin)))).toMatchObject(refused);
    expect(await namesOf(one.admin)).toEqual(['Laptop']);
  });

  it('are limited in number', async () => {
    const { admin } = await holder();
    const waiting = await start(admin);
    const fill = sql`insert into passkeys (user_id, credential_id, public_key, counter, rp_id, name, backed_up)
      select ${admin.userId}, gen_random_uuid()::text::bytea, '', 0, 'x', 'x', false
      from generate_series(2, ${limits.passkey.perAccount})`;
    await fill.execute(server.services.db);
    const full = { status: 409, error: 'An account has at most 20 passkeys. Please remove one first.' };
    const { token, password } = admin;
    expect(await server.api(startPasskey, { password }, token)).toMatchObject(full);
    // An earlier challenge does not bypass the limit.
    expect(await add(token, new SoftwareAuthenticator(origin).create(waiting))).toMatchObject(full);
  });

  it.each<[string, Lies]>([
    ['another origin', { origin: 'https://evil.example.org' }],
    ['another host', { rpId: 'evil.example.org' }],
    ['a question that was never asked', { challenge: 'bm90IGFza2Vk' }],
    ['nobody’s finger', { unverified: true }],
  ])('refuse %s', async (_, lies) => {
    const admin = await server.createAdmin();
    expect((await register(admin, { lies })).answer).toMatchObject(refused);
    expect(await namesOf(admin)).toEqual([]);
  });

  it.each([
    ['packed', { alg: -7, sig: Buffer.alloc(8), x5c: [Buffer.alloc(8)] }],
    ['tpm', {}],
  ])('look at no certificate, which could name addresses to call: %s', async (fmt, attStmt) => {
    const admin = await server.createAdmin();
    server.logLines.length = 0;
    expect((await register(admin, { lies: { attestation: { fmt, attStmt } } })).answer).toMatchObject(refused);
    expect(server.logLines.join('')).toContain('which nobody asked for');
  });

  it('take each question once, from the session that asked, and not to sign in with', async () => {
    const [admin, other] = [await server.createAdmin(), await server.createAdmin()];
    const options = await start(admin);
    const key = new SoftwareAuthenticator(origin);
    expect(await add(other.token, key.create(options))).toMatchObject(refused);
    expect((await add(admin.token, key.create(options))).status).toBe(200);
    expect(await add(admin.token, new SoftwareAuthenticator(origin).create(options))).toMatchObject(refused);
    const meant = await start(admin);
    expect(await signIn(key, { challenge: meant.challenge })).toMatchObject(refused);
    const forSignIn = await ask();
    const made = new SoftwareAuthenticator(origin).create(meant, { challenge: forSignIn.challenge });
    expect(await add(admin.token, made)).toMatchObject(refused);
  });
});

describe('signing in with a passkey', () => {
  it('takes each question once', async () => {
    const { key } = await holder();
    const options = await ask();
    const answer = key.get(options);
    expect((await answerWith(answer)).status).toBe(200);
    expect(await answerWith(answer)).toMatchObject(refused);
    expect(await answerWith(key.get(options))).toMatchObject(refused);
  });

  it('lets one of many in who send the same answer at once', async () => {
    const { key } = await holder();
    const answer = key.get(await ask());
    const statuses = (await Promise.all([1, 2, 3].map(() => answerWith(answer)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 403, 403]);
  });

  it('uses a question up even when the answer is wrong', async () => {
    const { key } = await holder();
    const options = await ask();
    expect(await answerWith(key.get(options, { origin: 'https://evil.example.org' }))).toMatchObject(refused);
    expect(await answerWith(key.get(options))).toMatchObject(refused);
  });

  it('takes no answer to a question whose time is over, and housekeeping removes it', async () => {
    const { db } = server.services;
    const { key } = await holder();
    const options = await ask();
    await sql`update passkey_challenges set expires_at = now()`.execute(db);
    expect(await answerWith(key.get(options))).toMatchObject(refused);
    await runShortJobs(server.services);
    expect(await db.selectFrom('passkey_challenges').select('expires_at').execute()).toEqual([]);
  });

  it.each<[string, Lies]>([
    ['another origin', { origin: 'https://evil.example.org' }],
    ['the same host without TLS', { origin: 'http://fairwatch.example.org' }],
    ['another host', { rpId: 'evil.example.org' }],
    ['a question that was never asked', { challenge: 'bm90IGFza2Vk' }],
    ['nobody’s finger', { unverified: true }],
    ['another key’s signature', { signer: new SoftwareAuthenticator(origin) }],
    ['another account’s name', { userHandle: Buffer.alloc(32, 1).toString('base64url') }],
  ])('refuses %s', async (_, lies) => {
    const { key } = await holder();
    expect(await signIn(key, lies)).toMatchObject(refused);
    expect((await signIn(key)).status).toBe(200);
  });

  it('says the same of a passkey that nobody has', async () => {
    const { key } = await holder();
    const known = await signIn(key, { signer: new SoftwareAuthenticator(origin) });
    const unknown = await signIn(new SoftwareAuthenticator(origin), { userHandle: 'AAAA' });
    expect({ status: unknown.status, error: unknown.error }).toEqual({ status: known.status, error: known.error });
  });

  it('does not change hands: one account’s passkey under the name of another opens neither', async () => {
    const [one, other] = [await holder(), await holder()];
    const { response } = other.key.get(await ask());
    const handle = { userHandle: response.userHandle ?? '' };
    expect(await signIn(one.key, handle)).toMatchObject(refused);
  });

  it('refuses a key that counts backwards or stands still: it was copied', async () => {
    const { key } = await holder();
    expect((await signIn(key, { counter: 5 })).status).toBe(200);
    expect(await signIn(key, { counter: 5 })).toMatchObject(refused);
    expect(await signIn(key, { counter: 4 })).toMatchObject(refused);
    expect(await signIn(key, { counter: 0 })).toMatchObject(refused);
    expect((await signIn(key, { counter: 6 })).status).toBe(200);
  });

  it('takes a key that does not count at all', async () => {
    const { key } = await holder();
    for (let n = 0; n < 2; n += 1) expect((await signIn(key, { counter: 0 })).status).toBe(200);
  });

  it('takes a passkey only at the host it was made for', async () => {
    const { key } = await holder();
    const here = server.services.config;
    const moved = 'https://other.example.org';
    here.publicUrl = moved;
    try {
      expect(await signIn(key, { origin: moved, rpId: 'other.example.org' })).toMatchObject(refused);
    } finally {
      here.publicUrl = origin;
    }
  });

  it('blocks an address after too many failures', async () => {
    const { key } = await holder();
    const { failuresPerAddress } = limits.login;
    await sql`insert into attempt_limits (subject, failures, window_ends_at)
      values ('login:address:127.0.0.1', ${failuresPerAddress}, now() + interval '1 minute')`.execute(
      server.services.db,
    );
    expect((await signIn(key)).status).toBe(429);
  });

  it('limits the challenges of an address', async () => {
    const { startsPerAddress } = limits.passkey;
    await sql`insert into attempt_limits (subject, failures, window_ends_at)
      values ('passkey:start:127.0.0.1', ${startsPerAddress}, now() + interval '1 minute')`.execute(server.services.db);
    expect((await server.api(startPasskeySignIn, {}, null)).status).toBe(429);
  });

  it('logs why, and nothing that opens anything', async () => {
    const { admin, key } = await holder();
    server.logLines.length = 0;
    const options = await ask();
    await answerWith(key.get(options, { origin: 'https://evil.example.org' }));
    const line = server.logLines.find((each) => each.includes('passkey.refused')) ?? '';
    expect(line).toContain('evil.example.org');
    expect(server.logLines.join('')).not.toContain(admin.username);
    expect(server.logLines.join('')).not.toContain(options.challenge);
  });
});
