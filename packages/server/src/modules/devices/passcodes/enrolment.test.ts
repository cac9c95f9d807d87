import {
  blockUser,
  deletePasscodes,
  describePasscode,
  deviceList,
  importPasscodes,
  limits,
  passcodeList,
  rejectUser,
  remindPasscodes,
  savePasscodes,
  userDetail,
  type InputOf,
} from '@fairwatch/contract';
import { join } from '@fairwatch/device';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { runShortJobs } from '../../../app/housekeeping.ts';
import { readOutbox } from '../../../testing/outbox.ts';
import { auditOf } from '../../../testing/person.ts';
import { joinRequest } from '../../../testing/test-device.ts';
import { insertGroup, putBelow } from '../../../testing/test-groups.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();

const save = (input: InputOf<typeof savePasscodes>, { token }: TestAdmin = server.admin) =>
  server.api(savePasscodes, input, token);
const one = async (input: InputOf<typeof savePasscodes>, by?: TestAdmin) => {
  const [made] = (await save(input, by)).envelope.data;
  if (made === undefined) throw new Error('One was asked for.');
  return made;
};
const importCsv = async (
  csv: string,
  { token }: TestAdmin = server.admin,
  more: Partial<InputOf<typeof importPasscodes>> = {},
) => (await server.api(importPasscodes, { csv, ...more }, token)).envelope.data;
const list = async (input: InputOf<typeof passcodeList>, { token }: TestAdmin = server.admin) =>
  (await server.api(passcodeList, { pageSize: 500, ...input }, token)).envelope.data;
const remind = (ids: number[], { token }: TestAdmin = server.admin) => server.api(remindPasscodes, { ids }, token);
const joinWith = async (code: string, username?: string) => {
  const request = await joinRequest(code, []);
  return await join(server.url, username === undefined ? request : { ...request, person: { username } });
};
const keeper = () => server.createAdmin({ access: 'FULL_ACCESS' });

const idsOf = (found: readonly { id: number }[]) => found.map(({ id }) => id).toSorted((a, b) => a - b);
const mailTo = async (email: string) =>
  (await readOutbox(server.services.config.dataDir)).filter((text) => text.includes(`To: ${email}`));
/** Undoes the quoted-printable encoding as far as these mails have it. */
const decoded = (mail: string) => mail.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');

/** An admin and another who reports to them. */
async function twoAdmins() {
  const [above, below] = [await keeper(), await keeper()];
  await putBelow(server, below, above);
  return { above, below };
}

/** Moves the time of a passcode and of all reminders into the past. */
async function moveTimes(id: number, hours: number): Promise<void> {
  await sql`
    update passcodes set created_at = created_at - ${hours} * interval '1 hour', expires_at = expires_at - ${hours} * interval '1 hour',
      reminded_at = reminded_at - ${hours} * interval '1 hour' where id = ${id}`.execute(server.services.db);
  await sql`update attempt_limits set window_ends_at = window_ends_at - ${hours} * interval '1 hour' where subject like 'reminder%'`.execute(
    server.services.db,
  );
}

describe('a passcode for a person', () => {
  it('assigns the device to its admin and puts it into its group, and says so before and after', async () => {
    const { above, below } = await twoAdmins();
    const groupId = await insertGroup(server, server.admin, 'Class 3b');
    const made = await one({ name: 'Anna Berg', email: 'anna@example.org', groupId, adminId: below.userId });
    expect(made).toMatchObject({
      name: 'Anna Berg',
      email: 'anna@example.org',
      group: { id: groupId, name: 'Class 3b', colour: 'blue' },
      admin: below.username,
      createdBy: server.admin.username,
      remindedAt: null,
    });
    const described = await server.api(describePasscode, { passcode: made.otpCode }, null);
    expect(described.envelope.data).toMatchObject({ admin: below.username, group: 'Class 3b', name: 'Anna Berg' });

    const { deviceId } = await joinWith(made.otpCode);
    const ids = async ({ token }: TestAdmin) =>
      (await server.api(deviceList, {}, token)).envelope.data.map(({ id }) => id);
    expect(await ids(below)).toEqual([deviceId]);
    expect(await ids(above)).toEqual([]);
    const { rows } = await sql`
      select group_id, device_id from group_devices where group_id = ${groupId}`.execute(server.services.db);
    expect(rows).toEqual([{ group_id: groupId, device_id: deviceId }]);
    const [entry] = await auditOf(server, { deviceId });
    expect(entry).toMatchObject({
      action: 'JOIN',
      details: { admin: below.username, group: 'Class 3b', name: 'Anna Berg' },
    });
  });

  it('forgets the person when it is used: the name becomes their nickname', async () => {
    const made = await one({ name: 'Ben Berg', email: 'ben@example.org' });
    const { deviceId } = await joinWith(made.otpCode);
    const [used] = await list({ search: made.otpCode });
    expect(used).toMatchObject({ state: 'USED', name: '', email: '', usedBy: { deviceId } });
    const { rows } = await sql<{ id: number }>`
      select user_id as id from devices where id = ${deviceId}`.execute(server.services.db);
    const person = await server.api(userDetail, { userId: rows[0]?.id ?? 0 });
    expect(person.envelope.data.nickname).toBe('Ben Berg');
  });

  it('forgets the person a week after it expired', async () => {
    const made = await one({ name: 'Cora', email: 'cora@example.org', validHours: 1 });
    const named = async () => (await list({ search: made.otpCode }))[0];
    await moveTimes(made.id, 7 * 24);
    await runShortJobs(server.services);
    expect(await named()).toMatchObject({ state: 'EXPIRED', name: 'Cora', email: 'cora@example.org' });
    await moveTimes(made.id, 2);
    await runShortJobs(server.services);
    expect(await named()).toMatchObject({ state: 'EXPIRED', name: '', email: '' });
  });

  it('is valid from one hour to 30 days, by the clock', async () => {
    for (const validHours of [1, 720]) {
      const made = await one({ validHours });
      expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(validHours * 3_600_000);
      await moveTimes(made.id, validHours);
      await expect(joinWith(made.otpCode)).rejects.toThrow('This passcode is not valid');
    }
    for (const validHours of [0, 721, 1.5]) {
      expect((await save({ validHours })).error).toContain('from 1 hour to 30 days');
    }
    expect((await save({ name: 'a\u202Eb' })).errorCode).toBe('invalid_input');
    expect((await save({ count: 2, email: 'x@example.org' })).error).toContain('for one passcode');
  });

  it('is void once its admin is no active admin, or not below its creator any more', async () => {
    const { above, below } = await twoAdmins();
    const [blocked, moved] = (await save({ count: 2, adminId: below.userId }, above)).envelope.data;
    await server.api(blockUser, { userId: below.userId, blocked: true });
    await expect(joinWith(blocked?.otpCode ?? '')).rejects.toThrow('This passcode is not valid');
    expect((await save({ adminId: below.userId }, above)).errorCode).toBe('admin_blocked');
    await server.api(blockUser, { userId: below.userId, blocked: false });
    await putBelow(server, below, server.admin);
    await expect(joinWith(moved?.otpCode ?? '')).rejects.toThrow('This passcode is not valid');
    await putBelow(server, below, above);
    await joinWith(moved?.otpCode ?? '');
    await server.api(rejectUser, { userId: below.userId });
    // Deleted, so that it does not come back with a later promotion.
    expect(await list({ search: blocked?.otpCode ?? '' }, above)).toEqual([]);
    expect((await save({ adminId: below.userId }, above)).errorCode).toBe('not_an_admin');
  });

  it('joins without its group once that has a rule or is gone', async () => {
    const [kept, gone] = [
      await insertGroup(server, server.admin, 'Kept'),
      await insertGroup(server, server.admin, 'Gone'),
    ];
    const [first, second] = [await one({ groupId: kept }), await one({ groupId: gone })];
    await sql`update groups set rule = '{"osName": "android"}' where id = ${kept}`.execute(server.services.db);
    await sql`delete from groups where id = ${gone}`.execute(server.services.db);
    for (const { otpCode } of [first, second]) await joinWith(otpCode);
    const { rows } = await sql`select from group_devices where group_id in (${kept}, ${gone})`.execute(
      server.services.db,
    );
    expect(rows).toEqual([]);
    expect((await list({ search: second.otpCode }))[0]?.group).toBeNull();
  });

  it('is found by name, email, batch and group; several are deleted at once, used ones stay', async () => {
    const admin = await keeper();
    const groupId = await insertGroup(server, admin, 'Night shift');
    const batch = (await save({ count: 3, name: 'Shift', groupId }, admin)).envelope.data;
    const other = await one({ name: 'Dora', email: 'dora@example.org' }, admin);
    expect(idsOf(await list({ search: 'DORA@example' }, admin))).toEqual([other.id]);
    expect(idsOf(await list({ search: 'shift' }, admin))).toEqual(idsOf(batch));
    expect(idsOf(await list({ filter: { batchId: batch[0]?.batchId ?? 0 } }, admin))).toEqual(idsOf(batch));
    expect(idsOf(await list({ filter: { groupId } }, admin))).toEqual(idsOf(batch));
    await joinWith(batch[0]?.otpCode ?? '');
    const stranger = await keeper();
    const ids = [...idsOf(batch), other.id];
    expect((await server.api(deletePasscodes, { ids }, stranger.token)).envelope.data).toEqual({ deleted: 0 });
    expect((await server.api(deletePasscodes, { ids }, admin.token)).envelope.data).toEqual({ deleted: 3 });
    expect(idsOf(await list({}, admin))).toEqual([batch[0]?.id]);
  });
});

describe('a CSV file of people', () => {
  it('with three bad lines makes no passcode and names the lines', async () => {
    const admin = await keeper();
    const lines = [
      'name;email;group;admin;hours',
      'Anna Berg;anna@example.org;;;',
      '"Ben\nBerg";ben@example.org;;;',
      ';nobody@example.org;;;48',
      'Cora;;Nowhere;;',
      `Dora;;;${admin.username};1`,
    ];
    expect(await importCsv(lines.join('\r\n'), admin)).toMatchObject({
      batchId: null,
      created: 0,
      problemCount: 3,
      problems: [
        { line: 3, problem: expect.stringContaining('name: ') },
        { line: 5, problem: 'name: It is missing.' },
        { line: 6, problem: 'group: You have no group "Nowhere".' },
      ],
    });
    expect(await list({}, admin)).toEqual([]);
  });

  it('makes 1,000 passcodes at once, each with what its line or the request says, and not 1,001', async () => {
    const { above, below } = await twoAdmins();
    const groupId = await insertGroup(server, above, 'All');
    const people = Array.from({ length: 998 }, (_, n) => `Person ${n},p${n}@example.org,,,`);
    const first = [`First,,all,,720`, `Second,second@example.org,,${above.username.toUpperCase()},1`];
    const csv = ['name,email,group,admin,hours', ...first, ...people].join('\n');
    const answer = await importCsv(csv, above, { groupId, validHours: 100 });
    expect(answer).toMatchObject({ batchId: expect.any(Number), created: 1000, problems: [], problemCount: 0 });
    const { rows } = await sql<{ count: number; codes: number }>`
      select count(*)::int as count, count(distinct code)::int as codes from passcodes
      where batch_id = ${answer.batchId} and created_by = ${above.userId}`.execute(server.services.db);
    expect(rows).toEqual([{ count: 1000, codes: 1000 }]);
    const found = await list({ sortDirection: 'asc', pageSize: 3, filter: { batchId: answer.batchId ?? 0 } }, above);
    const facts = found.map(({ name, email, group, admin, createdAt, expiresAt }) => {
      const hours = (Date.parse(expiresAt) - Date.parse(createdAt)) / 3_600_000;
      return [name, email, group?.name, admin, hours];
    });
    expect(facts).toEqual([
      ['First', '', 'All', above.username, 720],
      ['Second', 'second@example.org', 'All', above.username, 1],
      ['Person 0', 'p0@example.org', 'All', above.username, 100],
    ]);
    const tooMany = await importCsv(`${csv}\nOne more,,,,`, above);
    expect(tooMany).toMatchObject({ created: 0, problems: [{ line: 1002, problem: expect.stringContaining('1000') }] });
    const both = await importCsv(`name,group,admin\nX,All,${below.username}`, above);
    expect(both.problems[0]?.problem).toContain(`has only devices of ${above.username}`);
  });

  it('refuses the same person twice, but not two children with one address', async () => {
    const twice = 'name,email\nAnna,a@example.org\nBen,a@example.org\nANNA,A@example.org';
    expect((await importCsv(twice)).problems).toEqual([{ line: 4, problem: 'This is the same person as on line 2.' }]);
  });

  it('lists the first hundred problems and counts all', async () => {
    const answer = await importCsv(`name,email\n${'Anna,x\n'.repeat(150)}`);
    expect([answer.problems.length, answer.problemCount]).toEqual([limits.csv.problemsListed, 150]);
    expect(answer.problems[99]).toEqual({ line: 101, problem: 'email: Invalid email address' });
  });
});

describe('a reminder', () => {
  it('mails who asks, what for and the link, once a day, and logs no code', async () => {
    const ground = {
      purpose: 'SCHOOL',
      purposeText: '',
      legalBasis: 'CONTRACT',
      guardian: null,
      reviewOn: null,
    } as const;
    const made = await one({ name: 'Eva', email: 'eva@example.org', ground });
    const silent = await one({ name: 'No address' });
    const ids = [made.id, silent.id];
    expect((await remind(ids)).envelope.data).toEqual({ sent: 1, skipped: 1, failed: 0 });
    const [mail = ''] = (await mailTo('eva@example.org')).map(decoded);
    expect(mail).toContain(`"${server.admin.username}" asks you to join`);
    expect(mail).toContain('School device (legal basis: Contract)');
    expect(mail).not.toContain('Eva');
    expect(mail).toContain(`${server.url}/companion/join#${made.otpCode}`);
    expect(server.logLines.join('\n')).not.toContain(made.otpCode);

    expect((await remind(ids)).envelope.data).toEqual({ sent: 0, skipped: 2, failed: 0 });
    await moveTimes(made.id, 23);
    expect((await remind(ids)).envelope.data.sent).toBe(0);
    const later = await one({ name: 'Finn', email: 'finn@example.org', validHours: 48 });
    await remind([later.id]);
    await moveTimes(later.id, 24);
    const both = await Promise.all([remind([later.id]), remind([later.id])]);
    expect(both.map(({ envelope }) => envelope.data.sent).toSorted()).toEqual([0, 1]);
    expect(await mailTo('finn@example.org')).toHaveLength(2);
    expect((await list({ search: later.otpCode }))[0]?.remindedAt).not.toBeNull();
  });

  it('is one mail for an address, however many passcodes it has and however it is written', async () => {
    const codes = [
      await one({ email: 'jan@example.org' }),
      await one({ email: 'JAN@example.org' }),
      await one({ email: 'jan@example.org' }),
    ];
    const [first, second, third] = codes.map(({ id }) => id) as [number, number, number];
    expect((await remind([first, second])).envelope.data).toEqual({ sent: 1, skipped: 1, failed: 0 });
    expect((await remind([second, third])).envelope.data).toEqual({ sent: 0, skipped: 2, failed: 0 });
    await moveTimes(first, 24);
    expect((await remind([third])).envelope.data.sent).toBe(1);
  });

  it('skips what is used, expired or of another admin', async () => {
    const [used, expired] = [await one({ email: 'gil@example.org' }), await one({ email: 'gil@example.org' })];
    await joinWith(used.otpCode);
    await moveTimes(expired.id, 24);
    expect((await remind([used.id, expired.id])).envelope.data).toEqual({ sent: 0, skipped: 2, failed: 0 });
    const valid = await one({ email: 'gil@example.org' });
    expect((await remind([valid.id], await keeper())).envelope.data).toEqual({ sent: 0, skipped: 1, failed: 0 });
    expect(await mailTo('gil@example.org')).toEqual([]);
  });

  it('tells when mails could not be sent, and those can be sent again', async () => {
    const { services } = server;
    const { send } = services.mail;
    const made = [await one({ email: 'hal@example.org' }), await one({ email: 'ida@example.org' })];
    const ids = made.map(({ id }) => id);
    let refused = ['hal@example.org', 'ida@example.org'];
    services.mail.send = async (message) => {
      if (refused.includes(message.to)) throw new Error('The mail server is away.');
      await send(message);
    };
    try {
      expect((await remind(ids)).errorCode).toBe('mail_not_sent');
      refused = ['hal@example.org'];
      expect((await remind(ids)).envelope.data).toEqual({ sent: 1, skipped: 0, failed: 1 });
      refused = [];
      expect((await remind(ids)).envelope.data).toEqual({ sent: 1, skipped: 1, failed: 0 });
    } finally {
      services.mail.send = send;
    }
    expect([await mailTo('hal@example.org'), await mailTo('ida@example.org')].map(({ length }) => length)).toEqual([
      1, 1,
    ]);
  });

  it('needs the address under which phones reach the server, once it sends real mails', async () => {
    const made = await one({ email: 'jo@example.org' });
    const { config } = server.services;
    const before = config.smtpUrl;
    config.smtpUrl = 'smtp://127.0.0.1:1';
    try {
      expect((await remind([made.id])).errorCode).toBe('no_public_address');
    } finally {
      config.smtpUrl = before;
    }
  });
});
