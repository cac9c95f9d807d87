import {
  createGroup,
  deviceSummary,
  enrol,
  groupList,
  importPeople,
  limits,
  savePasscodes,
  userDetail,
  userList,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { runShortJobs } from '../../../app/housekeeping.ts';
import { auditOf } from '../../../testing/person.ts';
import { joinDevice, joinRequest } from '../../../testing/test-device.ts';
import { putBelow } from '../../../testing/test-groups.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
beforeEach(async () => {
  await sql`delete from attempt_limits`.execute(server.services.db);
});

const importCsv = async (csv: string, { token }: TestAdmin = server.admin) =>
  (await server.api(importPeople, { csv }, token)).envelope.data;
const find = async (search: string, { token }: TestAdmin = server.admin) =>
  (await server.api(userList, { search }, token)).envelope.data;
const keeper = () => server.createAdmin({ access: 'FULL_ACCESS' });
let counter = 0;
const fresh = (name: string) => `${name}-${process.pid}-${(counter += 1)}`;

const csvOf = (usernames: readonly string[]) => `username\n${usernames.join('\n')}`;

/** Joins by this username with a passcode of an admin. */
async function joinAs(username: string, { token }: TestAdmin, more = {}) {
  const [made] = (await server.api(savePasscodes, {}, token)).envelope.data;
  const request = await joinRequest(made?.otpCode ?? '', []);
  return await server.api(enrol, { ...request, person: { username, ...more } }, null);
}

describe('an import of people', () => {
  it('adds people without a device, who are seen by the importer, those above and the SUPER_ADMINs', async () => {
    const [above, admin, other] = [await keeper(), await keeper(), await keeper()];
    await putBelow(server, admin, above);
    const [anna, ben] = [fresh('anna'), fresh('ben')];
    const csv = `username;nickname;email;phoneNumber;userType\n${anna};Anna B.;anna@example.org;+49 30 1;guest\n${ben};;;;`;
    expect(await importCsv(csv, admin)).toEqual({ created: 2, changed: 0, problems: [], problemCount: 0 });
    for (const who of [admin, above, server.admin]) {
      expect(await find(anna, who)).toMatchObject([
        { username: anna, nickname: 'Anna B.', emailOrPhone: 'anna@example.org', userType: 'GUEST', appName: '' },
      ]);
      expect(await find(ben, who)).toMatchObject([{ nickname: '', emailOrPhone: '', userType: 'USER' }]);
    }
    expect(await find(anna, other)).toEqual([]);
    expect(await importCsv(csv, admin)).toEqual({ created: 0, changed: 0, problems: [], problemCount: 0 });
  });

  it('changes those who exist, and the logs of their devices say what', async () => {
    const admin = await keeper();
    const device = await joinDevice(server, { ownerId: admin.userId, username: fresh('cora') });
    const { username } = device;
    const csv = `username,nickname,email,phoneNumber,userType\n${username.toUpperCase()},Cora,cora@example.org,,GUEST`;
    expect(await importCsv(csv, admin)).toMatchObject({ created: 0, changed: 1 });
    const entries = (await auditOf(server, device)).filter(({ subject }) => subject === importPeople.path);
    expect(entries).toMatchObject([
      { action: 'RENAME', by: admin.username, details: { before: '', after: 'Cora' } },
      { action: 'PERSON', details: { what: 'email', before: 'person@example.com', after: 'cora@example.org' } },
      { action: 'PERSON', details: { what: 'type', before: 'Standard User', after: 'Guest User' } },
    ]);
    const shown = await server.api(deviceSummary, { deviceId: device.deviceId }, admin.token);
    expect(shown.envelope.data).toMatchObject({ username, contactInfo: 'cora@example.org' });
    // What a line leaves empty, or a file has no column for, stays.
    expect(await importCsv(`username,nickname,email\n${username},,`, admin)).toMatchObject({ changed: 0 });
    expect(await find(username, admin)).toMatchObject([{ nickname: 'Cora', emailOrPhone: 'cora@example.org' }]);
  });

  it('of other email addresses moves people between groups by domain at once', async () => {
    const device = await joinDevice(server, { username: fresh('dana') });
    const domain = `${fresh('school')}.example`;
    const rule = { emailDomain: domain };
    const made = await server.api(createGroup, { name: domain, rule });
    await importCsv(`username,email\n${device.username},dana@${domain}`);
    const members = async () =>
      (await server.api(groupList, {})).envelope.data.find(({ id }) => id === made.envelope.data.id)?.devices;
    await expect.poll(members).toBe(1);
    await importCsv(`username,email\n${device.username},dana@elsewhere.example`);
    await expect.poll(members).toBe(0);
  });

  it('with bad lines changes nothing and names the lines', async () => {
    const admin = await keeper();
    const mine = await joinDevice(server, { ownerId: admin.userId, username: fresh('dora') });
    const foreign = await joinDevice(server, { username: fresh('emil') });
    const [fine, twice] = [fresh('fine'), fresh('twice')];
    const lines = [
      'username,nickname,email,userType',
      `${mine.username},Changed,,`,
      `${foreign.username},Changed,,`,
      `${fine},"Two\nlines",,`,
      `${twice},,not an address,ADMIN`,
      `${twice.toUpperCase()}x,,,`,
      `${twice}X,,,`,
      'x,,,',
      `${fine},,,`,
    ];
    const answer = await importCsv(lines.join('\n'), admin);
    expect(answer).toMatchObject({ created: 0, changed: 0, problemCount: 5 });
    expect(answer.problems).toEqual([
      { line: 3, problem: 'This username is already taken. Please choose another one.' },
      { line: 4, problem: 'nickname: Please use letters that can be seen, on one line.' },
      { line: 6, problem: 'email: Invalid email address; userType: Write USER or GUEST.' },
      { line: 8, problem: 'This username is also on line 7.' },
      { line: 9, problem: expect.stringContaining('username: ') },
    ]);
    expect(await find(mine.username, admin)).toMatchObject([{ nickname: '' }]);
    expect(await find(fine)).toEqual([]);
    const [above, below] = [await keeper(), await keeper()];
    await putBelow(server, below, above);
    const signsIn = await importCsv(`username,nickname\n${below.username},Hello`, above);
    expect(signsIn.problems).toEqual([{ line: 2, problem: expect.stringContaining('Somebody signs in') }]);
  });

  it('takes 1,000 people at once, also by two admins at the same moment', async () => {
    const [one, other] = [await keeper(), await keeper()];
    const names = Array.from({ length: 1000 }, () => fresh('many'));
    const answers = await Promise.all([importCsv(csvOf(names), one), importCsv(csvOf(names.toReversed()), other)]);
    expect(answers.map(({ created, problemCount }) => [created, problemCount]).toSorted()).toEqual([
      [0, 1000],
      [1000, 0],
    ]);
    expect(await importCsv(csvOf([...names, 'one-more']))).toMatchObject({ created: 0, problems: [{ line: 1002 }] });
  });
});

describe('an imported person', () => {
  it('is one of at most 10,000 of an admin who have not joined', async () => {
    const admin = await keeper();
    await sql`
      insert into users (username, user_type, admin_role, reports_to)
      select ${fresh('waits')} || '-' || n, 'USER', 'NON_ADMIN', ${admin.userId}
      from generate_series(2, ${limits.importedPerson.perAdmin}) as n`.execute(server.services.db);
    const csv = csvOf([fresh('one'), fresh('too-many')]);
    expect((await server.api(importPeople, { csv }, admin.token)).errorCode).toBe('too_many_people');
    expect(await importCsv(csvOf([fresh('last')]), admin)).toMatchObject({ created: 1, problemCount: 0 });
  });

  it('joins by their username with a passcode of an admin who sees them, and keeps what was imported', async () => {
    const [admin, other] = [await keeper(), await keeper()];
    const gil = fresh('gil');
    await importCsv(`username,nickname,email\n${gil},Gil,gil@example.org`, admin);
    expect((await joinAs(gil, other)).errorCode).toBe('username_taken');
    const joined = await joinAs(gil.toUpperCase(), admin, { phoneNumber: '+49 30 2' });
    expect(joined.status).toBe(200);
    const [person] = await find(gil, admin);
    const detail = (await server.api(userDetail, { userId: person?.id ?? 0 }, admin.token)).envelope.data;
    expect(detail).toMatchObject({
      username: gil,
      nickname: 'Gil',
      email: 'gil@example.org',
      phoneNumber: '+49 30 2',
      devices: [{ id: joined.envelope.data.deviceId }],
    });
    expect((await joinAs(gil, admin)).errorCode).toBe('username_taken');
  });

  it('joins with a passcode of a SUPER_ADMIN too; then only the assignments decide who sees them', async () => {
    const admin = await keeper();
    const hal = fresh('hal');
    await importCsv(`username\n${hal}`, admin);
    expect((await joinAs(hal, server.admin)).status).toBe(200);
    expect(await find(hal)).toHaveLength(1);
    expect(await find(hal, admin)).toEqual([]);
  });

  it('is erased when they have not joined in time', async () => {
    const [late, joined] = [fresh('late'), fresh('joined')];
    await importCsv(`username,email\n${late},late@example.org\n${joined},joined@example.org`);
    await joinAs(joined, server.admin);
    const age = (ms: number) =>
      sql`update users set created_at = now() - ${ms} * interval '1 millisecond'
        where username in (${late}, ${joined})`.execute(server.services.db);
    await age(limits.importedPerson.keptMs - 60_000);
    await runShortJobs(server.services);
    expect(await find(late)).toHaveLength(1);
    await age(limits.importedPerson.keptMs + 1000);
    await runShortJobs(server.services);
    expect(await find(late)).toEqual([]);
    expect(await find('late@example.org')).toEqual([]);
    expect(await find(joined)).toMatchObject([{ emailOrPhone: 'joined@example.org' }]);
  });
});
