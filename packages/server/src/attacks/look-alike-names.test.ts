import {
  createAlertRule,
  createGroup,
  createSchedule,
  createZone,
  enrol,
  groupList,
  importPasscodes,
  importPeople,
  importZones,
  login,
  register,
  renameDevice,
  renameSelf,
  renameView,
  savePasscodes,
  saveView,
  sendVerification,
  updateGroup,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPasscodes } from '../modules/devices/passcodes/passcodes.store.ts';
import { ensureFirstAdmin } from '../modules/accounts/first-admin.ts';
import { lastCode } from '../testing/outbox.ts';
import { ruleInput } from '../testing/samples/test-alerts.ts';
import { scheduleInput } from '../testing/samples/test-schedules.ts';
import { zoneInput } from '../testing/samples/test-zones.ts';
import { joinDevice, joinRequest, type TestDevice } from '../testing/test-device.ts';
import { createTestDatabase } from '../testing/servers/test-database.ts';
import { useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();
beforeEach(() => sql`truncate attempt_limits, verifications`.execute(server.services.db));

let registered = 0;
/** Registers under a name with a new email address. */
async function registerAs(username: string) {
  registered += 1;
  const email = `look-alike-${registered}@example.org`;
  await server.api(sendVerification, { email }, null);
  const code = await lastCode(server.services.config.dataDir, email);
  const password = 'quiet-otter-77';
  return await server.api(register, { email, code, username, password, confirmPassword: password }, null);
}

async function joinAs(username: string) {
  const [code = ''] = await createPasscodes(server.services.db, server.admin.userId, 1);
  const request = await joinRequest(code);
  return await server.api(enrol, { ...request, person: { ...request.person, username } }, null);
}

const lookAlikes = ['captain\u3164', 'c\u0430ptain', 'cap\u200Dtain', 'cap\u202Etain', 'captain\uFE0F'];
const sameRead = ['\uFF43\uFF41ptain', '\u{1D41C}aptain', 'CAPTAIN'];
const ways = [
  ['an account', registerAs],
  ['the person of a device', joinAs],
] as const;

describe.each(ways)('a name that looks like another one, for %s', (_, take) => {
  beforeEach(() => sql`delete from users where username = 'captain'`.execute(server.services.db));

  it('is refused, with a text that says what is allowed', async () => {
    await server.createAdmin({ username: 'captain' });
    for (const username of lookAlikes) {
      const answer = await take(username);
      expect(answer, JSON.stringify(username)).toMatchObject({ status: 400, errorCode: 'invalid_input' });
      expect(answer.error).toContain('letters of one script, digits and . _ -');
    }
  });

  it('is taken when it reads the same', async () => {
    await server.createAdmin({ username: 'captain' });
    for (const username of sameRead) {
      expect(await take(username), JSON.stringify(username)).toMatchObject({
        status: 409,
        errorCode: 'username_taken',
      });
    }
  });

  it('is taken when an account from before this rule reads the same', async () => {
    await server.createAdmin({ username: '\uFF4Fld-\uFF48and' });
    expect(await take('old-hand')).toMatchObject({ status: 409, errorCode: 'username_taken' });
    await sql`delete from users where username = ${'\uFF4Fld-\uFF48and'}`.execute(server.services.db);
  });
});

describe('a name from before this rule', () => {
  it('still signs in, exactly as it is written', async () => {
    for (const username of ['Ada Lovelace', 'O\u2019Hara', '\u0430da', '\uFF41\uFF42\uFF43']) {
      const { password } = await server.createAdmin({ username });
      expect((await server.api(login, { username, password }, null)).status, username).toBe(200);
    }
  });

  it('and one that reads like it are two accounts, each found by its own', async () => {
    const older = await server.createAdmin({ username: '\uFF54win' });
    const newer = await server.createAdmin({ username: 'twin' });
    await sql`update users set password_hash = null where id = ${newer.userId}`.execute(server.services.db);
    expect((await server.api(login, { username: '\uFF54win', password: older.password }, null)).status).toBe(200);
    expect((await server.api(login, { username: 'twin', password: older.password }, null)).status).toBe(401);
  });
});

describe('the first account', () => {
  it('is not made under a name that is refused; an installation that has one starts with any', async () => {
    const database = await createTestDatabase();
    const settings = { adminUsername: 'the b\u043Ess', adminPassword: 'quiet-otter-77' };
    await expect(ensureFirstAdmin(database.db, settings)).rejects.toThrow(
      'ADMIN_USERNAME cannot be used: A username has no spaces: letters of one script, digits and . _ -.',
    );
    const made = await ensureFirstAdmin(database.db, { ...settings, adminUsername: '\uFF42oss' });
    expect(made.username).toBe('boss');
    expect((await ensureFirstAdmin(database.db, settings)).username).toBe('boss');
    await database.close();
  });
});

it('a person whose name is a good one joins as ever', async () => {
  expect((await joinDevice(server, { username: 'мария.2' })).username).toBe('мария.2');
});

const feature = (name: string) => ({
  type: 'Feature',
  properties: { name, radius: 100 },
  geometry: { type: 'Point', coordinates: [5, 52] },
});

describe('a name that an admin gives', () => {
  const hidden = [
    'Kids\nAnna agreed',
    'Kids\u202Edaed',
    'Kids\u2066x',
    'Ki\u200Bds',
    'Ki\u00ADds',
    '\u3164\u3164',
    'Kids\u0007',
  ];
  const ours = [
    'Fairwatch',
    'F\u0430irw\u0430tch',
    'FAIRVVATCH support',
    'ＳＹＳＴＥＭ',
    'Super Admin',
    'super-adm\u0456n',
    'Administrator',
  ];
  const target = { for: 'ALL' } as const;

  const calls: [string, (name: string) => Promise<{ status: number; error: string }>][] = [
    ['a group', (name) => server.api(createGroup, { name })],
    ['a zone', (name) => server.api(createZone, zoneInput(target, { name }))],
    ['an alert rule', (name) => server.api(createAlertRule, ruleInput({ on: 'SHARING_PAUSED' }, { name }))],
    ['a schedule', async (name) => server.api(createSchedule, scheduleInput([await aDevice()], { name }))],
    ['a device', async (nickname) => server.api(renameDevice, { deviceId: (await aDevice()).deviceId, nickname })],
    ['an account', (displayName) => server.api(renameSelf, { displayName })],
    ['a passcode', (name) => server.api(savePasscodes, { name })],
    ['a saved view', (name) => server.api(saveView, { list: 'devices', view: { name, search: '', hidden: [] } })],
  ];
  let joined: Promise<TestDevice> | undefined;
  const aDevice = () => (joined ??= joinDevice(server));

  it.each(calls)('to %s hides nothing and does not pass as ours', async (_, give) => {
    for (const name of hidden) {
      const answer = await give(name);
      expect(answer, JSON.stringify(name)).toMatchObject({ status: 400, errorCode: 'invalid_input' });
      expect(answer.error).toContain('letters that can be seen');
    }
    for (const name of ours) {
      const answer = await give(name);
      expect(answer, JSON.stringify(name)).toMatchObject({ status: 400, errorCode: 'invalid_input' });
      expect(answer.error).toMatch(/reads as if Fairwatch|letters of one alphabet/);
    }
    for (const name of ['Anna’s phone', 'Ecosystem 7', 'Сад', 'دانش\u200Cآموزان', '👨\u200D👩\u200D👧']) {
      expect((await give(name)).error, name).toBe('');
    }
  });

  it('is refused in files, too', async () => {
    for (const name of ['Ki\u200Bds', 'Fairwatch']) {
      const geojson = JSON.stringify({ type: 'FeatureCollection', features: [feature(name)] });
      const zones = (await server.api(importZones, { geojson, target })).envelope.data;
      expect(zones, name).toMatchObject({ imported: 0, problems: [{ feature: 1 }] });
      const passcodes = (await server.api(importPasscodes, { csv: `name\n${name}\n` })).envelope.data;
      expect(passcodes, name).toMatchObject({ created: 0, problemCount: 1 });
      const people = (await server.api(importPeople, { csv: `username,nickname\nnew.person,${name}\n` })).envelope.data;
      expect(people, name).toMatchObject({ created: 0, problemCount: 1 });
    }
  });

  it('from before this rule stays readable and can be changed', async () => {
    const { db } = server.services;
    await sql`insert into saved_views (user_id, list, name, search, hidden)
      values (${server.admin.userId}, 'users', ${'Ki\u200Bds'}, '', '{}')`.execute(db);
    const renamed = await server.api(renameView, { list: 'users', from: 'Ki\u200Bds', to: 'Kids' });
    expect(renamed.envelope.data.map(({ name }) => name)).toEqual(['Kids']);
    const { envelope } = await server.api(createGroup, { name: 'Old name' });
    const groupId = envelope.data.id;
    await sql`update groups set name = ${'Fairwatch\u202E'} where id = ${groupId}`.execute(db);
    const groups = (await server.api(groupList, {})).envelope.data;
    expect(groups.find(({ id }) => id === groupId)?.name).toBe('Fairwatch\u202E');
    expect((await server.api(updateGroup, { groupId, name: 'New name' })).envelope.data.name).toBe('New name');
  });
});

it('nobody takes the name of the product as username', async () => {
  for (const username of ['fairwatch', 'Fairwatch.Support', 'f4irwatch', 'system']) {
    expect(await registerAs(username), username).toMatchObject({ status: 400, errorCode: 'invalid_input' });
  }
});

it('what a device says about itself is taken, without what cannot be seen', async () => {
  const [code = ''] = await createPasscodes(server.services.db, server.admin.userId, 1);
  const request = await joinRequest(code);
  const facts = { ...request.facts, name: 'Pixel\u202E 9\nAnna agreed', model: '\u200B' };
  const { envelope } = await server.api(enrol, { ...request, facts }, null);
  const { rows } = await sql<{ name: string; model: string }>`
    select name, model from devices where id = ${envelope.data.deviceId}`.execute(server.services.db);
  expect(rows).toEqual([{ name: 'Pixel 9 Anna agreed', model: '\uFFFD' }]);
});
