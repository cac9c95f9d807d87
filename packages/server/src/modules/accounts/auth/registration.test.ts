import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, login, notificationList, profile, promoteUser, register, sendVerification } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runShortJobs } from '../../../app/housekeeping.ts';
import { outboxFolder } from '../../../core/mail/outbox-mail.ts';
import { countHashing, recordSteps } from '../../../testing/count-work.ts';
import { readAnswer } from '../../../testing/call-endpoint.ts';
import { lastCode, readOutbox } from '../../../testing/outbox.ts';
import { startTestServer, type TestServer, type TestAdmin } from '../../../testing/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Each test starts without other accounts and counted attempts, because one that registers often would use up the limit of the next. */
beforeEach(async () => {
  const { db, config } = server.services;
  await sql`truncate attempt_limits, verifications`.execute(db);
  await db.deleteFrom('users').where('id', '<>', server.admin.userId).execute();
  await db.updateTable('users').set({ email: null }).execute();
  await rm(join(config.dataDir, outboxFolder), { recursive: true, force: true });
  server.logLines.length = 0;
});

const email = 'mara@example.org';
const password = 'quiet-otter-77';
const send = (to = email) => server.api(sendVerification, { email: to }, null);
const codeFor = (to = email) => lastCode(server.services.config.dataDir, to);
const mails = () => readOutbox(server.services.config.dataDir);
const form = (code: string, change = {}) => ({
  email,
  code,
  username: 'mara',
  password,
  confirmPassword: password,
  ...change,
});
const tryWith = (code: string, change = {}) => server.api(register, form(code, change), null);
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const refused = { status: 403, errorCode: 'verification_refused' };
/** Skips the waiting time between two mails. */
const waitForResend = () =>
  sql`delete from attempt_limits where subject like 'verification:lately:%'`.execute(server.services.db);
const addKnown = () =>
  server.services.db.updateTable('users').set({ email }).where('id', '=', server.admin.userId).execute();

describe('registering', () => {
  it('[SPEC 2.4, 7.10, 7.11, 9.13] takes the code from the mail and leaves a signed-in account that is PENDING', async () => {
    expect((await send()).envelope.data).toEqual({ resendAfterSeconds: 60 });
    const { status, envelope } = await tryWith(await codeFor());
    expect(status).toBe(200);
    const mine = (await server.api(profile, {}, envelope.data.token)).envelope.data;
    expect(mine).toMatchObject({ username: 'mara', email, adminRole: 'PENDING', userType: 'USER' });
    expect(mine.featureAccessDTOs.every(({ featureAccess }) => featureAccess === 'NO_ACCESS')).toBe(true);
    expect((await server.api(login, { username: 'mara', password }, null)).status).toBe(200);
  });

  it('notifies admins who may approve the account, until it is approved', async () => {
    const approver = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS' } });
    const reader = await server.createAdmin({ access: { ROLE_MANAGER: 'READ_ONLY' } });
    await send();
    const { envelope } = await tryWith(await codeFor());
    const { userId } = (await server.api(profile, {}, envelope.data.token)).envelope.data;
    const told = async ({ token }: TestAdmin) =>
      (await server.api(notificationList, { filter: { type: 'ACCOUNT_WAITING' } }, token)).envelope.data;
    const expected = { title: 'mara waits for approval', link: `/role-management/user/settings/${userId}` };
    expect(await told(approver)).toMatchObject([{ ...expected, status: 'UNREAD' }]);
    expect(await told(server.admin)).toContainEqual(expect.objectContaining({ ...expected, status: 'UNREAD' }));
    expect(await told(reader)).toEqual([]);
    await server.api(promoteUser, { userId: Number(userId) }, approver.token);
    for (const admin of [approver, server.admin]) {
      expect(await told(admin)).toContainEqual(expect.objectContaining({ ...expected, status: 'READ' }));
    }
  });

  it('tells open consoles that somebody waits', async () => {
    const heard: string[] = [];
    onTestFinished(server.services.bus.subscribe('changed', ({ feature }) => heard.push(feature)));
    await send();
    await tryWith(await codeFor());
    // Metrics are published at times of their own.
    expect(heard.filter((feature) => feature !== 'figures')).toEqual(['users', 'profile', 'notifications']);
  });

  it('[SPEC 5.12] refuses a password that differs from its confirmation, which costs no try', async () => {
    await send();
    const code = await codeFor();
    for (let n = 0; n <= limits.verification.tries; n += 1) {
      const answer = await tryWith(code, { confirmPassword: 'quiet-otter-78' });
      expect(answer).toMatchObject({ status: 400, error: 'The two passwords are not the same.' });
    }
    expect((await tryWith(code)).status).toBe(200);
  });

  it.each([
    ['password123', 'password_common'],
    ['PassWord123', 'password_common'],
    ['margarethe', 'password_personal'],
    ['mara-from-example@example.org', 'password_personal'],
    ['short-7', 'invalid_input'],
    ['x'.repeat(129), 'invalid_input'],
  ])('refuses the password %s', async (bad, errorCode) => {
    const address = 'mara-from-example@example.org';
    await send(address);
    const change = { email: address, username: 'Margarethe', password: bad, confirmPassword: bad };
    expect(await tryWith(await codeFor(address), change)).toMatchObject({ status: 400, errorCode });
  });

  it('reveals a taken username only to callers with a valid code, who may then choose another', async () => {
    await server.createAdmin({ username: 'Noor' });
    await send();
    const code = await codeFor();
    expect(await tryWith(wrong(code), { username: 'noor' })).toMatchObject(refused);
    expect(await tryWith(code, { username: 'noor' })).toMatchObject({ status: 409, errorCode: 'username_taken' });
    expect((await tryWith(code, { username: 'noor-2' })).status).toBe(200);
  });

  it.each(['ab', 'x'.repeat(65), 'two\nlines', 'hid\u200Bden', '  a  '])(
    'refuses the username %j',
    async (username) => {
      await send();
      expect(await tryWith(await codeFor(), { username })).toMatchObject({ status: 400, errorCode: 'invalid_input' });
    },
  );

  it('takes no field that would raise the account', async () => {
    await send();
    const answer = await tryWith(await codeFor(), { adminRole: 'SUPER_ADMIN' });
    expect(answer).toMatchObject({ status: 400, errorCode: 'invalid_input' });
  });
});

describe('a verification code', () => {
  it('is used once: replayed it opens nothing', async () => {
    await send();
    const code = await codeFor();
    expect((await tryWith(code)).status).toBe(200);
    expect(await tryWith(code, { username: 'second' })).toMatchObject(refused);
  });

  it('is used once, also by many at the same time', async () => {
    await send();
    const code = await codeFor();
    const answers = await Promise.all([1, 2, 3, 4].map((n) => tryWith(code, { username: `twin-${n}` })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403]);
  });

  it('is lost after five wrong tries, and a new one helps', async () => {
    await send();
    const code = await codeFor();
    for (let n = 0; n < limits.verification.tries; n += 1) expect(await tryWith(wrong(code))).toMatchObject(refused);
    expect(await tryWith(code)).toMatchObject(refused);
    await waitForResend();
    await send();
    expect((await tryWith(await codeFor())).status).toBe(200);
  });

  it('gets no more tries when many come at once', async () => {
    await send();
    const code = await codeFor();
    await Promise.all(Array.from({ length: 12 }, () => tryWith(wrong(code))));
    const { rows } = await sql<{ tries: number }>`select tries from verifications`.execute(server.services.db);
    expect(rows).toEqual([{ tries: limits.verification.tries }]);
    expect(await tryWith(code)).toMatchObject(refused);
  });

  it('holds ten minutes, and is then cleaned away', async () => {
    await send();
    await sql`update verifications set expires_at = expires_at - interval '10 minutes'`.execute(server.services.db);
    expect(await tryWith(await codeFor())).toMatchObject(refused);
    await runShortJobs(server.services);
    expect((await sql`select from verifications`.execute(server.services.db)).rows).toEqual([]);
  });

  it('ends with the next one, and belongs to its address', async () => {
    await send();
    const first = await codeFor();
    // The same code twice has a chance of one in a million.
    while ((await codeFor()) === first) {
      await waitForResend();
      await send();
    }
    const second = await codeFor();
    expect(await tryWith(first)).toMatchObject(refused);
    await send('other@example.org');
    expect(await tryWith(second, { email: 'other@example.org' })).toMatchObject(refused);
    expect((await tryWith(second, { email: 'MARA@example.org' })).status).toBe(200);
  });

  it('is nowhere but in the mail: not in the database, not in the log', async () => {
    await send();
    const code = await codeFor();
    expect(code).toMatch(/^\d{6}$/);
    await tryWith(wrong(code));
    const { rows } = await sql<{ text: string }>`select verifications::text as text from verifications`.execute(
      server.services.db,
    );
    expect(rows[0]?.text).not.toContain(code);
    expect(rows[0]?.text).not.toContain('mara');
    expect(server.logLines.some((line) => line.includes(code) || line.includes(email))).toBe(false);
  });

  it('is mailed at most once a minute per address, case-insensitively', async () => {
    expect((await send()).status).toBe(200);
    const answer = await send('Mara@Example.org');
    expect(answer).toMatchObject({ status: 429, errorCode: 'too_many_attempts' });
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(await mails()).toHaveLength(1);
    await waitForResend();
    expect((await send()).status).toBe(200);
  });

  it('floods no mailbox, and no caller floods many', async () => {
    for (let n = 0; n < limits.verification.mailsPerEmail; n += 1) {
      expect((await send()).status).toBe(200);
      await waitForResend();
    }
    expect((await send()).status).toBe(429);
    await sql`update attempt_limits set failures = ${limits.verification.mailsPerAddress}
      where subject like 'verification:mail:%'`.execute(server.services.db);
    expect((await send('other@example.org')).status).toBe(429);
  });

  it('is not guessed by one caller over many addresses', async () => {
    await send();
    await server.services.db
      .insertInto('attempt_limits')
      .values({
        subject: 'verification:code:203.0.113.9',
        failures: limits.verification.failuresPerAddress,
        window_ends_at: sql`now() + interval '1 hour'`,
      })
      .execute();
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' };
    const body = JSON.stringify(form(await codeFor()));
    const response = await fetch(new URL(register.path, server.url), { method: 'POST', headers, body });
    expect((await readAnswer(register, response)).status).toBe(429);
    expect((await tryWith(await codeFor())).status).toBe(200);
  });
});

describe('whether an address has an account', () => {
  it('is revealed to its owner by mail, and to nobody else', async () => {
    await addKnown();
    const [known, unknown] = [await send(), await send('new@example.org')];
    expect(known.status).toBe(unknown.status);
    expect(known.envelope).toEqual(unknown.envelope);
    const [letter = ''] = await mails();
    expect(letter).toContain('already has an account');
    expect(letter).not.toMatch(/code: \d/);
    const answers = [await tryWith('123456'), await tryWith('123456', { email: 'new@example.org' })];
    expect(answers[0]?.envelope).toEqual(answers[1]?.envelope);
    expect(answers[0]).toMatchObject(refused);
  });

  it('stays untold by the wait between mails, and by the end of the tries', async () => {
    await addKnown();
    for (const to of [email, 'new@example.org']) {
      await send(to);
      expect((await send(to)).status).toBe(429);
      for (let n = 0; n < limits.verification.tries + 1; n += 1) {
        expect(await tryWith('000000', { email: to })).toMatchObject(refused);
      }
    }
  });

  it('cannot be measured: both take the same steps in the database, and one mail', async () => {
    await addKnown();
    const sent = [await recordSteps(() => send()), await recordSteps(() => send('new@example.org'))];
    expect(sent[0]?.length).toBeGreaterThan(4);
    expect(sent[0]).toEqual(sent[1]);
    const other = { email: 'new@example.org' };
    const tried = [await recordSteps(() => tryWith('000000')), await recordSteps(() => tryWith('000000', other))];
    expect(tried[0]?.length).toBeGreaterThan(1);
    expect(tried[0]).toEqual(tried[1]);
    expect(await countHashing(() => tryWith('000000'))).toBe(await countHashing(() => tryWith('000000', other)));
    expect(await mails()).toHaveLength(2);
  });
});
