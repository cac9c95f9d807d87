import {
  deletePasscodes,
  importPasscodes,
  limits,
  remindPasscodes,
  savePasscodes,
  type Ground,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { readOutbox } from '../testing/outbox.ts';
import type { TestAdmin } from '../testing/servers/test-server.ts';
import { useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();
let admin: TestAdmin;
beforeEach(async () => {
  await sql`truncate attempt_limits`.execute(server.services.db);
  admin = await server.createAdmin({ access: 'FULL_ACCESS' });
});

let addresses = 0;
const newAddress = () => `stranger-${(addresses += 1)}@example.org`;
const remind = (ids: number[], { token } = admin) => server.api(remindPasscodes, { ids }, token);
const mailsTo = async (email: string) =>
  (await readOutbox(server.services.config.dataDir)).filter((mail) => mail.includes(`To: ${email}`));

async function passcodeFor(email: string, values: { name?: string; ground?: Ground } = {}): Promise<number> {
  const { envelope } = await server.api(savePasscodes, { email, ...values }, admin.token);
  return envelope.data[0]?.id ?? 0;
}

/** Lets this admin, or all of them, have sent so many reminders today. */
async function haveSent(subject: string, count: number): Promise<void> {
  await sql`insert into attempt_limits (subject, failures, window_ends_at)
    values (${subject}, ${count}, now() + interval '1 hour')`.execute(server.services.db);
}

describe('an admin who mails strangers', () => {
  it('writes nothing of their own to them: no name, no purpose, no guardian, no link', async () => {
    const email = newAddress();
    const ground: Ground = {
      purpose: 'OTHER',
      purposeText: 'You won! Go to https://evil.example now',
      legalBasis: 'CONSENT',
      guardian: 'Call 0900 123 456',
      reviewOn: '2028-01-01',
    };
    const id = await passcodeFor(email, { name: 'Visit www.evil.example', ground });
    expect((await remind([id])).envelope.data).toMatchObject({ sent: 1 });
    const [mail = ''] = await mailsTo(email);
    const text = Buffer.from(mail.split('\r\n\r\n').at(-1) ?? '', 'base64').toString() + mail.replaceAll(/=\r?\n/g, '');
    expect(text).toContain('asks you to join Fairwatch');
    for (const words of ['evil', 'won', '0900', 'Visit']) expect(text).not.toContain(words);
  });

  it('cannot make a link of a username', async () => {
    admin = await server.createAdmin({ access: 'FULL_ACCESS', username: 'www.evil.example' });
    const email = newAddress();
    await remind([await passcodeFor(email)]);
    expect((await mailsTo(email)).join()).not.toContain('evil.example');
  });

  it('mails an address once a day, also when the passcode is deleted and made again, or imported', async () => {
    const email = newAddress();
    for (const address of [email, email.toUpperCase()]) {
      const id = await passcodeFor(address);
      await remind([id]);
      await server.api(deletePasscodes, { ids: [id] }, admin.token);
    }
    await server.api(importPasscodes, { csv: `name,email\nAnna,${email}\n` }, admin.token);
    const { rows } = await sql<{ id: number }>`select id from passcodes where email = ${email}`.execute(
      server.services.db,
    );
    expect((await remind(rows.map(({ id }) => id))).envelope.data).toEqual({ sent: 0, skipped: 1, failed: 0 });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('sends at most so many a day, also at once; the rest can be sent tomorrow', async () => {
    await haveSent(`reminders:admin:${admin.userId}`, limits.passcode.remindersPerAdmin - 2);
    const emails = Array.from({ length: 6 }, newAddress);
    const ids: number[] = [];
    for (const email of emails) ids.push(await passcodeFor(email));
    const [a = 0, b = 0, c = 0, ...rest] = ids;
    const answers = await Promise.all([remind([a, b, c]), remind(rest)]);
    const sent = answers.map(({ errorCode, envelope }) => (errorCode === '' ? envelope.data.sent : 0));
    expect(sent.reduce((sum, each) => sum + each, 0)).toBe(2);
    const refused = await remind(ids);
    expect(refused).toMatchObject({ status: 429, errorCode: 'too_many_reminders' });
    expect(refused.error).toContain(String(limits.passcode.remindersPerAdmin));
    await sql`update attempt_limits set window_ends_at = now() where subject like 'reminders:%'`.execute(
      server.services.db,
    );
    expect((await remind(ids)).envelope.data).toEqual({ sent: 4, skipped: 2, failed: 0 });
  });

  it('and all others together send at most so many a day', async () => {
    await haveSent('reminders:all', limits.passcode.remindersInAll);
    const email = newAddress();
    const id = await passcodeFor(email);
    expect((await remind([id])).errorCode).toBe('too_many_reminders');
    expect(await mailsTo(email)).toEqual([]);
    await sql`truncate attempt_limits`.execute(server.services.db);
    expect((await remind([id])).envelope.data.sent).toBe(1);
  });
});
