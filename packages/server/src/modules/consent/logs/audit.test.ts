import { readFile } from 'node:fs/promises';
import { adminList, auditList, contacts, deviceSummary, enrol, type InputOf } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;
let owner: TestAdmin;
let anna: TestDevice;
let bert: TestDevice;
let foreign: TestDevice;
let began: number;

beforeAll(async () => {
  server = await startTestServer();
  began = Date.now();
  owner = await server.createAdmin({ username: 'olivia', access: 'FULL_ACCESS' });
  anna = await joinDevice(server, { ownerId: owner.userId, username: 'anna', facts: { name: "Anna's Pixel" } });
  bert = await joinDevice(server, { ownerId: owner.userId, username: 'bert', facts: { name: 'Work phone' } });
  foreign = await joinDevice(server, { username: 'carla', facts: { name: "Carla's phone" } });
  for (const { deviceId } of [anna, bert, foreign]) await server.api(contacts.list, { deviceId });
  await server.api(contacts.update, { deviceId: bert.deviceId }, owner.token);
  await server.api(contacts.update, { deviceId: foreign.deviceId }, owner.token);
});
afterAll(() => server.close());

async function entries(input: InputOf<typeof auditList> = {}, token = owner.token): Promise<string[]> {
  const { envelope } = await server.api(auditList, { pageSize: 500, ...input }, token);
  // Reading the log adds an entry itself, which is left out here.
  const others = envelope.data.filter(({ path }) => path !== auditList.path);
  return others.map(({ username, action, actorName }) => `${username} ${action} ${actorName}`);
}

const mine = () => [
  'bert COMMAND olivia',
  `bert READ ${server.admin.username}`,
  `anna READ ${server.admin.username}`,
  'bert JOIN bert',
  'anna JOIN anna',
];

describe('the audit list', () => {
  it('tells who did what to which device and when, newest first', async () => {
    const { envelope } = await server.api(auditList, {}, owner.token);
    expect(envelope.data[0]).toMatchObject({
      deviceId: bert.deviceId,
      deviceName: 'bert',
      username: 'bert',
      deviceLeft: false,
      sequence: 3,
      actorName: 'olivia',
      action: 'COMMAND',
      subject: 'asked for Contacts',
      path: contacts.update.path,
      details: { commandType: 'UPDATE_CONTACTS' },
    });
    const recordedAt = Date.parse(envelope.data[0]?.recordedAt ?? '');
    expect(recordedAt).toBeGreaterThanOrEqual(began - 1);
    expect(recordedAt).toBeLessThanOrEqual(Date.now() + 1);
    expect(await entries()).toEqual(mine());
    expect(await entries({ sortDirection: 'asc' })).toEqual(mine().toReversed());
  });

  it('has the devices in the scope of the admin, and all devices for a SUPER_ADMIN', async () => {
    expect(await entries({ deviceId: foreign.deviceId })).toEqual([]);
    expect(await entries({}, server.admin.token)).toHaveLength(mine().length + 3);
    expect(await entries({ deviceId: foreign.deviceId }, server.admin.token)).toEqual([
      'carla REFUSED_COMMAND olivia',
      `carla READ ${server.admin.username}`,
      'carla JOIN carla',
    ]);
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect(await entries({}, stranger.token)).toEqual([]);
  });

  it('has a permission of its own, which opens nothing else', async () => {
    const manager = await server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS', DEVICES: 'FULL_ACCESS' } });
    expect((await server.api(auditList, {}, manager.token)).errorCode).toBe('not_allowed');
    const council = await server.createAdmin({ access: { AUDIT: 'READ_ONLY' } });
    expect((await server.api(auditList, {}, council.token)).status).toBe(200);
    expect((await server.api(adminList, {}, council.token)).errorCode).toBe('not_allowed');
  });

  it('was left to whoever could read it before it had that permission, and to nobody else', async () => {
    const { db } = server.services;
    const [full, reading, other] = await Promise.all([
      server.createAdmin({ access: { ROLE_MANAGER: 'FULL_ACCESS' } }),
      server.createAdmin({ access: { ROLE_MANAGER: 'READ_ONLY' } }),
      server.createAdmin({ access: { CONTACTS: 'FULL_ACCESS' } }),
    ]);
    const ids = [full, reading, other].map(({ userId }) => userId);
    await sql`delete from feature_access where feature_permission = 'AUDIT' and user_id = any(${ids}::bigint[])`.execute(
      db,
    );
    const migration = await readFile(
      new URL('../../../shared/schema/migrations/0105-invitations.sql', import.meta.url),
      'utf8',
    );
    const statement = /insert into feature_access[^;]+/.exec(migration)?.[0] ?? '';
    await sql.raw(statement).execute(db);
    const { rows } = await sql<{ user_id: number; feature_access: string }>`
      select user_id, feature_access from feature_access
      where feature_permission = 'AUDIT' and user_id = any(${ids}::bigint[])`.execute(db);
    expect(rows).toEqual([{ user_id: full.userId, feature_access: 'READ_ONLY' }]);
  });

  const searches: [search: string, found: () => string[]][] = [
    ['OLIVIA', () => ['bert COMMAND olivia']],
    ['anna', () => mine().filter((line) => line.startsWith('anna'))],
    ["nna's pix", () => mine().filter((line) => line.startsWith('anna'))],
    ['work PHONE', () => mine().filter((line) => line.startsWith('bert'))],
    ['ask a device', () => ['bert COMMAND olivia']],
    ['contact/all', () => mine().filter((line) => line.includes('READ'))],
    ['person@example', () => []],
    ['carla', () => []],
    ['%', () => []],
    ["'; drop table audit_entries; --", () => []],
  ];
  it.each(searches)('finds %s', async (search, found) => {
    expect(await entries({ search })).toEqual(found());
    const { envelope } = await server.api(auditList, { search, pageSize: 500 }, owner.token);
    expect(envelope.meta.pagination?.totalItems).toBe(envelope.data.length);
  });

  it('is filtered by device, action and time', async () => {
    expect(await entries({ deviceId: anna.deviceId })).toEqual(mine().filter((line) => line.startsWith('anna')));
    expect(await entries({ action: 'JOIN' })).toEqual(['bert JOIN bert', 'anna JOIN anna']);
    expect(await entries({ action: 'JOIN', deviceId: bert.deviceId, search: 'bert' })).toEqual(['bert JOIN bert']);
    const { envelope } = await server.api(auditList, { action: 'COMMAND' }, owner.token);
    const commandAt = envelope.data[0]?.recordedAt ?? '';
    expect(await entries({ to: commandAt })).toEqual(mine().slice(1));
    expect(await entries({ from: commandAt })).toEqual(mine().slice(0, 1));
    expect(await entries({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
  });

  it.each([{ from: 'yesterday' }, { action: 'LOOKED' }, { sortBy: 'actorName' }, { deviceId: 0 }, { page: 0 }])(
    'refuses %o',
    async (input) => {
      expect((await server.api(auditList, input as object, owner.token)).errorCode).toBe('invalid_input');
    },
  );

  it('comes in pages that together are the whole', async () => {
    const ids = new Set<number>();
    for (const page of [1, 2]) {
      const { envelope } = await server.api(auditList, { page, pageSize: 1, action: 'JOIN' }, owner.token);
      expect(envelope.meta.pagination).toEqual({ page, pageSize: 1, totalItems: 2, totalPages: 2 });
      for (const { id } of envelope.data) ids.add(id);
    }
    expect(ids.size).toBe(2);
  });

  it('is itself a read, which each device that it names has in its log once an hour', async () => {
    const reader = await server.createAdmin({ role: 'SUPER_ADMIN' });
    for (const _ of [1, 2]) await entries({ deviceId: anna.deviceId }, reader.token);
    const { envelope } = await server.api(auditList, { search: reader.username }, reader.token);
    expect(envelope.data.map(({ username, subject }) => `${username}: ${subject}`)).toEqual([
      'anna: saw entries of this log',
    ]);
  });

  it('keeps the log of a device that has left, and finds it by its name', async () => {
    const { db } = server.services;
    const { deviceId } = await joinDevice(server, { username: 'leaver', facts: { name: 'Old tablet' } });
    await server.api(deviceSummary, { deviceId });
    await db.updateTable('devices').set({ left_at: new Date() }).where('id', '=', deviceId).execute();
    const { envelope } = await server.api(auditList, { search: 'old tab' });
    expect(envelope.data).toMatchObject([
      { path: deviceSummary.path, deviceLeft: true },
      { path: enrol.path, deviceLeft: true },
    ]);
  });

  it('reads the newest of many by an index', async () => {
    const { db } = server.services;
    await sql`insert into audit_entries (device_id, actor_name, action, subject)
      select ${foreign.deviceId}, 'x', 'READ', '/test' from generate_series(1, 3000)`.execute(db);
    await sql`analyze audit_entries`.execute(db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select * from audit_entries order by recorded_at desc, id desc limit 20`.execute(db);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('audit_entries_newest');
  });
});
