import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  accessLog,
  changeEmail,
  chooseLanguage,
  limits,
  login,
  profile,
  register,
  renameSelf,
  sendEmailCode,
  sendVerification,
  userTypes,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { outboxFolder } from '../../../core/mail/outbox-mail.ts';
import { recordSteps } from '../../../testing/count-work.ts';
import { lastCode, readOutbox } from '../../../testing/outbox.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const email = 'new@example.org';

beforeEach(async () => {
  const { db, config } = server.services;
  await sql`truncate attempt_limits, verifications`.execute(db);
  await sql`update users set email = null`.execute(db);
  await rm(join(config.dataDir, outboxFolder), { recursive: true, force: true });
});

const send = ({ token, password }: TestAdmin, to = email) => server.api(sendEmailCode, { email: to, password }, token);
const change = ({ token }: TestAdmin, code: string, to = email) => server.api(changeEmail, { email: to, code }, token);
const codeFor = (to = email) => lastCode(server.services.config.dataDir, to);
const mails = () => readOutbox(server.services.config.dataDir);
const emailOf = async ({ token }: TestAdmin) => (await server.api(profile, {}, token)).envelope.data.email;
const giveEmail = ({ userId }: TestAdmin, address: string) =>
  sql`update users set email = ${address} where id = ${userId}`.execute(server.services.db);
const waitForResend = () =>
  sql`delete from attempt_limits where subject like 'verification:lately:%'`.execute(server.services.db);
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const refused = { status: 403, errorCode: 'verification_refused' };

describe('the own account', () => {
  it('[SPEC 2.35] tells name, username, email, type and picture', async () => {
    const admin = await server.createAdmin();
    await giveEmail(admin, 'ada@example.org');
    await server.api(renameSelf, { displayName: ' Ada Lovelace ' }, admin.token);
    expect((await server.api(profile, {}, admin.token)).envelope.data).toMatchObject({
      nickName: '',
      displayName: 'Ada Lovelace',
      username: admin.username,
      email: 'ada@example.org',
      userType: 'ADMIN',
      profileIconPath: '',
    });
  });

  it.each(userTypes)('[SPEC 1.10] has the type %s when it is one', async (userType) => {
    const admin = await server.createAdmin();
    await sql`update users set user_type = ${userType} where id = ${admin.userId}`.execute(server.services.db);
    expect((await server.api(profile, {}, admin.token)).envelope.data.userType).toBe(userType);
  });
});

describe('the own name', () => {
  it('can be changed and removed by every signed-in account, and open consoles are notified', async () => {
    const admin = await server.createAdmin({ role: 'PENDING' });
    const heard: string[] = [];
    onTestFinished(server.services.bus.subscribe('changed', ({ feature }) => heard.push(feature)));
    for (const displayName of ['Grace', '']) {
      expect((await server.api(renameSelf, { displayName }, admin.token)).envelope.data).toEqual({ displayName });
      const { data } = (await server.api(profile, {}, admin.token)).envelope;
      expect(data.displayName).toBe(displayName || admin.username);
    }
    await vi.waitFor(() => expect(heard).toContain('profile'));
  });

  it('is shown at once, in place of the nickname that the account had', async () => {
    const admin = await server.createAdmin();
    const { db } = server.services;
    await sql`update users set nickname = 'Amazing Grace' where id = ${admin.userId}`.execute(db);
    await server.api(renameSelf, { displayName: 'Grace Hopper' }, admin.token);
    const { data } = (await server.api(profile, {}, admin.token)).envelope;
    expect(data).toMatchObject({ nickName: '', displayName: 'Grace Hopper', username: admin.username });
  });

  it('chooses a language, for all its browsers, and takes the choice back', async () => {
    const admin = await server.createAdmin();
    const languageOf = async () => (await server.api(profile, {}, admin.token)).envelope.data.language;
    expect(await languageOf()).toBeNull();
    for (const language of ['de', null] as const) {
      expect((await server.api(chooseLanguage, { language }, admin.token)).envelope.data).toEqual({ language });
      expect(await languageOf()).toBe(language);
    }
    const { envelope } = await server.api(chooseLanguage, { language: 'xx' as never }, admin.token);
    expect(envelope.meta.message[0]?.code).toBe('invalid_input');
  });

  it('is stored in NFC', async () => {
    const { envelope } = await server.api(renameSelf, { displayName: 'Mu\u0308ller' });
    expect(envelope.data.displayName).toBe('M\u00FCller');
  });

  it('takes at most 64 characters', async () => {
    const displayName = 'n'.repeat(limits.displayName.maxLength + 1);
    expect(await server.api(renameSelf, { displayName })).toMatchObject({ status: 400, errorCode: 'invalid_input' });
  });
});

describe('the own email address', () => {
  it('is changed by the code from the mail to the new one, and the old one gets a note', async () => {
    const admin = await server.createAdmin();
    await giveEmail(admin, 'old@example.org');
    expect((await send(admin)).envelope.data).toEqual({ resendAfterSeconds: 60 });
    expect(await emailOf(admin)).toBe('old@example.org');
    expect((await change(admin, await codeFor())).envelope.data).toEqual({ email });
    expect(await emailOf(admin)).toBe(email);
    const [, note = ''] = await mails();
    expect(note).toContain('To: old@example.org');
    expect(note).toContain(admin.username);
    expect(note).not.toContain(email);
  });

  it('is in the access log, without the addresses', async () => {
    const admin = await server.createAdmin();
    await send(admin);
    await change(admin, await codeFor());
    const { envelope } = await server.api(accessLog, { search: admin.username });
    expect(envelope.data).toMatchObject([{ action: 'EMAIL', before: {}, after: { email: 'changed' } }]);
  });

  it('stays changed when the note to the old one does not leave', async () => {
    const admin = await server.createAdmin();
    await giveEmail(admin, 'old@example.org');
    await send(admin);
    const code = await codeFor();
    const sending = vi.spyOn(server.services.mail, 'send').mockRejectedValueOnce(new Error('no mail server'));
    onTestFinished(() => sending.mockRestore());
    expect((await change(admin, code)).status).toBe(200);
    expect(sending).toHaveBeenCalledOnce();
    expect(await emailOf(admin)).toBe(email);
  });

  it('asks for the password first', async () => {
    const admin = await server.createAdmin();
    const answer = await send({ ...admin, password: 'wrong' });
    expect(answer).toMatchObject({ status: 403, errorCode: 'password_wrong' });
    expect(await mails()).toEqual([]);
  });

  it('takes the code once, by its account, for its address, and five tries', async () => {
    const [admin, other] = [await server.createAdmin(), await server.createAdmin()];
    await send(admin);
    const code = await codeFor();
    expect(await change(other, code)).toMatchObject(refused);
    expect(await change(admin, code, 'elsewhere@example.org')).toMatchObject(refused);
    expect((await change(admin, code)).status).toBe(200);
    expect(await change(admin, code)).toMatchObject(refused);
    await waitForResend();
    await send(other, 'second@example.org');
    const second = await codeFor('second@example.org');
    for (let n = 0; n < limits.verification.tries; n += 1) {
      expect(await change(other, wrong(second), 'second@example.org')).toMatchObject(refused);
    }
    expect(await change(other, second, 'second@example.org')).toMatchObject(refused);
  });

  it('takes no code that was mailed for registering, nor the other way round', async () => {
    const admin = await server.createAdmin();
    await server.api(sendVerification, { email }, null);
    expect(await change(admin, await codeFor())).toMatchObject(refused);
    await sql`truncate attempt_limits, verifications`.execute(server.services.db);
    await send(admin);
    const [code, password] = [await codeFor(), 'quiet-otter-77'];
    const form = { email, code, username: 'thief', password, confirmPassword: password };
    expect(await server.api(register, form, null)).toMatchObject(refused);
    expect((await change(admin, code)).status).toBe(200);
  });

  it('is mailed at most once a minute', async () => {
    const admin = await server.createAdmin();
    await send(admin);
    expect(await send(admin)).toMatchObject({ status: 429, errorCode: 'too_many_attempts' });
    expect(await mails()).toHaveLength(1);
  });

  it('tells nobody but its owner that an address has an account: same answers, same steps', async () => {
    const [admin, owner] = [await server.createAdmin(), await server.createAdmin()];
    await giveEmail(owner, 'known@example.org');
    const addresses = ['known@example.org', 'unknown@example.org'];
    const answers: unknown[] = [];
    const steps: string[][] = [];
    for (const to of addresses) {
      steps.push(await recordSteps(async () => answers.push((await send(admin, to)).envelope)));
      steps.push(await recordSteps(async () => answers.push((await change(admin, '000000', to)).envelope)));
    }
    expect(answers.slice(0, 2)).toEqual(answers.slice(2));
    expect(steps.slice(0, 2)).toEqual(steps.slice(2));
    expect(steps[0]?.length).toBeGreaterThan(4);
    const [letter = ''] = await mails();
    expect(letter).toContain(owner.username);
    expect(letter).not.toMatch(/code: \d/);
  });

  it('is refused like a wrong code when somebody registered with it meanwhile', async () => {
    const [admin, quicker] = [await server.createAdmin(), await server.createAdmin()];
    await send(admin);
    await giveEmail(quicker, email);
    expect(await change(admin, await codeFor())).toMatchObject(refused);
    expect([await emailOf(admin), await emailOf(quicker)]).toEqual(['', email]);
  });

  it('changes nothing about signing in', async () => {
    const admin = await server.createAdmin();
    await send(admin);
    await change(admin, await codeFor());
    const { username, password } = admin;
    expect((await server.api(login, { username, password }, null)).status).toBe(200);
  });
});
