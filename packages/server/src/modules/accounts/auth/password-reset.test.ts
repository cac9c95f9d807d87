import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  accessLog,
  blockUser,
  limits,
  login,
  profile,
  register,
  resetPassword,
  sendPasswordCode,
  sendVerification,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { outboxFolder } from '../../../core/mail/outbox-mail.ts';
import { appCode, turnOnTwoFactor } from '../../../testing/account.ts';
import { countHashing, recordSteps } from '../../../testing/count-work.ts';
import { lastCode, readOutbox } from '../../../testing/outbox.ts';
import { joinDevice } from '../../../testing/test-device.ts';
import { startTestServer, type TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const next = 'quiet-otter-77';
let owner: TestAdmin;
let email: string;

beforeEach(async () => {
  const { db, config } = server.services;
  await sql`truncate attempt_limits, verifications`.execute(db);
  await rm(join(config.dataDir, outboxFolder), { recursive: true, force: true });
  owner = await server.createAdmin();
  email = `${owner.username}@example.org`;
  await db.updateTable('users').set({ email }).where('id', '=', owner.userId).execute();
});

const ask = (to = email) => server.api(sendPasswordCode, { email: to }, null);
const codeFor = (to = email) => lastCode(server.services.config.dataDir, to);
const mails = () => readOutbox(server.services.config.dataDir);
const reset = (code: string, change = {}) =>
  server.api(resetPassword, { email, code, password: next, confirmPassword: next, ...change }, null);
const signIn = (password: string, code?: string) =>
  server.api(login, { username: owner.username, password, ...(code !== undefined && { code }) }, null);
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const refused = { status: 403, errorCode: 'verification_refused' };

describe('a lost password', () => {
  it('is replaced with the code from the mail: the old one and every session end, and nobody is signed in', async () => {
    expect((await ask()).envelope.data).toEqual({ resendAfterSeconds: 60 });
    expect((await reset(await codeFor(), { email: email.toUpperCase() })).envelope.data).toBeNull();
    expect((await server.api(profile, {}, owner.token)).status).toBe(401);
    expect((await signIn(owner.password)).status).toBe(401);
    expect((await signIn(next)).status).toBe(200);
  });

  it('is logged in the access log, and the owner is notified by mail', async () => {
    await ask();
    await reset(await codeFor());
    const { envelope } = await server.api(accessLog, { search: owner.username });
    expect(envelope.data).toMatchObject([
      {
        action: 'PASSWORD',
        actorName: owner.username,
        accountId: owner.userId,
        after: { password: 'reset by mailed code', sessions: 'ended' },
      },
    ]);
    const sent = await mails();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toContain(`To: ${email}`);
    expect(sent[1]).toMatch(/was changed/);
    expect(JSON.stringify(envelope.data)).not.toContain(email);
  });

  it('lets its owner in at once, also after ten wrong tries', async () => {
    await sql`insert into attempt_limits (subject, failures, window_ends_at)
      values (${`login:from:127.0.0.1 ${owner.username}`}, ${limits.login.failuresPerAccount},
        now() + interval '15 minutes')`.execute(server.services.db);
    expect((await signIn('forgotten')).status).toBe(429);
    await ask();
    await reset(await codeFor());
    expect((await signIn(next)).status).toBe(200);
  });

  it('does not end two-factor sign-in', async () => {
    await turnOnTwoFactor(server, owner);
    await ask();
    await reset(await codeFor());
    expect(await signIn(next)).toMatchObject({ status: 401, errorCode: 'second_factor_required' });
    expect((await signIn(next, await appCode(server, owner.userId))).status).toBe(200);
  });

  it('does not open a blocked account', async () => {
    await server.api(blockUser, { userId: owner.userId, blocked: true });
    await ask();
    expect((await reset(await codeFor())).status).toBe(200);
    expect(await signIn(next)).toMatchObject({ status: 403, errorCode: 'account_blocked' });
  });

  it('is nothing that the person of a device could have', async () => {
    const device = await joinDevice(server);
    expect((await ask('person@example.com')).status).toBe(200);
    expect(await codeFor('person@example.com')).toBe('');
    const { rows } = await sql`select from users where username = ${device.username} and password_hash is null`.execute(
      server.services.db,
    );
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['password123', 'password_common'],
    ['short-7', 'invalid_input'],
  ])('is not replaced by %s', async (password, errorCode) => {
    await ask();
    expect(await reset(await codeFor(), { password, confirmPassword: password })).toMatchObject({
      status: 400,
      errorCode,
    });
  });

  it('is not replaced by the username or the address, nor by two that differ, which loses no code', async () => {
    await ask();
    const code = await codeFor();
    for (const password of [owner.username, email]) {
      expect((await reset(code, { password, confirmPassword: password })).errorCode).toBe('password_personal');
    }
    expect((await reset(code, { confirmPassword: `${next}8` })).errorCode).toBe('passwords_differ');
    expect((await reset(code)).status).toBe(200);
  });
});

describe('the code for it', () => {
  it('is used once, also by many at the same time', async () => {
    await ask();
    const code = await codeFor();
    const answers = await Promise.all([1, 2, 3].map(() => reset(code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
    expect(await reset(code)).toMatchObject(refused);
  });

  it('is lost after five wrong tries', async () => {
    await ask();
    const code = await codeFor();
    for (let n = 0; n < limits.verification.tries; n += 1) expect(await reset(wrong(code))).toMatchObject(refused);
    expect(await reset(code)).toMatchObject(refused);
    expect((await signIn(owner.password)).status).toBe(200);
  });

  it('registers nobody, and the code for registering replaces no password', async () => {
    await ask();
    const form = { email, code: await codeFor(), username: 'some-body', password: next, confirmPassword: next };
    expect(await server.api(register, form, null)).toMatchObject(refused);
    const fresh = 'nobody-yet@example.org';
    await server.api(sendVerification, { email: fresh }, null);
    expect(await reset(await codeFor(fresh), { email: fresh })).toMatchObject(refused);
  });

  it('is mailed once a minute', async () => {
    await ask();
    expect(await ask()).toMatchObject({ status: 429, errorCode: 'too_many_attempts' });
    expect(await mails()).toHaveLength(1);
  });
});

describe('whether an address has an account', () => {
  it('is revealed by neither step, not by text, status or work: both cases send one mail', async () => {
    const other = 'no-account@example.org';
    const seen = [];
    for (const to of [email, other]) {
      const told: unknown[] = [];
      const asked = await recordSteps(async () => {
        const { status, envelope } = await ask(to);
        told.push(status, envelope);
      });
      const hashed = await countHashing(async () => {
        const { status, envelope } = await reset('000000', { email: to });
        told.push(status, envelope);
      });
      const tried = await recordSteps(() => reset('000000', { email: to }));
      seen.push({ told, asked, tried, hashed });
    }
    expect(seen[0]?.asked.length).toBeGreaterThan(5);
    expect(seen[0]).toEqual(seen[1]);
    const sent = await mails();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toContain('There is no account with it.');
    expect(await codeFor(other)).toBe('');
  });
});

describe('SIGN_UP=off', () => {
  it('lets nobody register, neither by the first step nor by the second; a new password is still had', async () => {
    const closed = await startTestServer({ signUp: false });
    const off = { status: 403, errorCode: 'sign_up_off' };
    expect(await closed.api(sendVerification, { email }, null)).toMatchObject(off);
    const form = { email, code: '000000', username: 'some-body', password: next, confirmPassword: next };
    expect(await closed.api(register, form, null)).toMatchObject(off);
    expect((await closed.api(sendPasswordCode, { email }, null)).status).toBe(200);
    await closed.close();
  });
});
