import { randomUUID } from 'node:crypto';
import {
  assignDevices,
  clientsOfAdmin,
  createGroup,
  dashboard,
  defaultPolicies,
  deviceFilterChoices,
  deviceList,
  deviceSummary,
  giveReason,
  groupList,
  mapPositions,
  missingPositions,
  pairDeviceInfo,
  previewRule,
  profile,
  updateFeatureAccess,
  updateGroup,
  userDetail,
  weekDays,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { syncGroups } from '../../modules/devices/groups/group-sync.ts';
import { auditOf } from '../../testing/person.ts';
import { setPolicies } from '../../testing/set-policies.ts';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';
import { insertGroup } from '../../testing/test-groups.ts';
import type { TestAdmin } from '../../testing/servers/test-server.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';

const server = useTestServer();
const facts = { name: 'Phone of the test', model: 'Zyxphone Q7', osName: 'Quuxos', osVersion: '99.7' };
const address = '203.0.113.77';
const words = [facts.model, facts.osName, facts.osVersion, address];
let admin: TestAdmin;
let device: TestDevice;

const update = (columns: ReturnType<typeof sql>) =>
  sql`update devices set ${columns} where id = ${device.deviceId}`.execute(server.services.db);

beforeEach(async () => {
  await setPolicies(server, defaultPolicies);
  admin = await server.createAdmin({ access: 'FULL_ACCESS' });
  device = await joinDevice(server, { ownerId: admin.userId, facts });
  await update(sql`address = ${address}, battery_percent = 41, charging = true, network = 'WIFI'`);
});

const searched = async (search: string, token = admin.token) =>
  (await server.api(deviceList, { search }, token)).envelope.data.length;

/** The calls whose answers have a detail of the device, and what finds or counts it by one. */
async function whatTells(token = admin.token): Promise<string[]> {
  const { deviceId } = device;
  const { userId } = (
    await sql<{ userId: number }>`select user_id as "userId" from devices where id = ${deviceId}`.execute(
      server.services.db,
    )
  ).rows[0] ?? { userId: 0 };
  const answers = {
    list: server.api(deviceList, {}, token),
    summary: server.api(deviceSummary, { deviceId }, token),
    info: server.api(pairDeviceInfo, { deviceId }, token),
    person: server.api(userDetail, { userId }, token),
    clients: server.api(clientsOfAdmin, { userId: admin.userId }, token),
    dashboard: server.api(dashboard, {}, token),
    profile: server.api(profile, {}, token),
    choices: server.api(deviceFilterChoices, {}, token),
    groups: server.api(groupList, {}, token),
  };
  const told = [];
  for (const [name, asked] of Object.entries(answers)) {
    const { envelope } = await asked;
    if (words.some((word) => JSON.stringify(envelope).includes(word))) told.push(name);
  }
  if ((await searched(facts.model, token)) > 0) told.push('search');
  const map = await server.api(mapPositions, { search: facts.osName }, token);
  const { notShared, noPosition, withheld } = map.envelope.data;
  if (notShared + noPosition + withheld > 0) told.push('map search');
  const missing = await server.api(missingPositions, { search: facts.osName }, token);
  if (missing.envelope.data.devices.length > 0) told.push('search for who is not on the map');
  // A part of the name, which is in none of the texts above.
  const rule = { osName: 'uuxo' };
  const preview = await server.api(previewRule, { rule }, token);
  if (preview.status === 200 && preview.envelope.data.devices > 0) told.push('preview');
  const group = await server.api(createGroup, { name: randomUUID(), rule }, token);
  if (group.status === 200 && group.envelope.data.devices > 0) told.push('group');
  return told;
}

const everything = ['list', 'summary', 'info', 'person', 'clients', 'dashboard', 'profile'];
const found = ['search', 'map search', 'search for who is not on the map', 'preview', 'group'];
/** What is decided device by device. The others would go on without a reason or an agreement, which hold for hours. */
const one = [
  'list',
  'summary',
  'info',
  'person',
  'clients',
  'search',
  'map search',
  'search for who is not on the map',
];

describe('the details of a device', () => {
  it('are told, found and counted for an admin who may read them', async () => {
    expect(await whatTells()).toEqual([...everything, ...found]);
  });

  it('are told by no call to an admin who may read everything else', async () => {
    await server.api(updateFeatureAccess, {
      userId: admin.userId,
      access: [{ featurePermission: 'DEVICE_INFO', featureAccess: 'NO_ACCESS' }],
    });
    expect(await whatTells()).toEqual([]);
    const info = await server.api(pairDeviceInfo, { deviceId: device.deviceId }, admin.token);
    expect(info.envelope.data).toMatchObject({ name: facts.name, details: null });
    const { envelope } = await server.api(dashboard, {}, admin.token);
    expect(envelope.data.osVersions).toEqual({ versions: [], otherDevices: 0, notShared: 0, withheld: 1 });
    expect((await server.api(profile, {}, admin.token)).envelope.data.osVersionCounts).toEqual({ 'Not for you': 1 });
    const [row] = (await server.api(deviceList, {}, admin.token)).envelope.data;
    expect(row).toMatchObject({ osName: null, model: null, batteryPercent: null, charging: null });
  });

  it.each([
    ['are not shared', sql`capabilities = array_remove(capabilities, 'DEVICE_INFO')`],
    ['are paused', sql`paused_at = now()`],
  ])('are told by no call while they %s', async (_, columns) => {
    await update(columns);
    expect(await whatTells()).toEqual([]);
  });

  it('that need a reason are told for the device for which it was given, by what is about that device', async () => {
    await setPolicies(server, { DEVICE_INFO: { reason: 'REQUIRED', approval: false } });
    expect(await whatTells()).toEqual([]);
    const other = await joinDevice(server, { ownerId: admin.userId });
    const reason = 'The screen is said to be broken';
    await server.api(giveReason, { deviceId: other.deviceId, capability: 'DEVICE_INFO', reason }, admin.token);
    expect(await whatTells()).toEqual([]);
    await server.api(giveReason, { deviceId: device.deviceId, capability: 'DEVICE_INFO', reason }, admin.token);
    expect(await whatTells()).toEqual(one);
  });

  it('that need a second admin are told once one agreed, by what is about that device', async () => {
    await setPolicies(server, { DEVICE_INFO: { reason: 'NONE', approval: true } });
    expect(await whatTells()).toEqual([]);
    const agree = (capability: string) =>
      sql`insert into approvals (device_id, capability, action, asked_by, permissions, level, state, expires_at, decided_by,
          decided_at, holds_until)
        values (${device.deviceId}, ${capability}, 'READ', ${admin.userId}, '{DEVICE_INFO}', 'READ_ONLY', 'AGREED', now(),
          ${server.admin.userId}, now(), now() + interval '1 hour')`.execute(server.services.db);
    await agree('CONTACTS');
    expect(await whatTells()).toEqual([]);
    await agree('DEVICE_INFO');
    expect(await whatTells()).toEqual(one);
  });

  it('have no address of the connection outside of the hours, or while the notice is hidden', async () => {
    const day = weekDays[(new Date().getUTCDay() + 2) % 7] ?? 'MON';
    const closed = JSON.stringify({ timeZone: 'UTC', days: [{ day, from: '12:00', to: '13:00' }] });
    for (const columns of [sql`sharing_hours = ${closed}::jsonb`, sql`sharing_hours = null, notice_shown = false`]) {
      await update(columns);
      const info = await server.api(pairDeviceInfo, { deviceId: device.deviceId }, admin.token);
      expect(info.envelope.data.details).toMatchObject({ model: facts.model, batteryPercent: 41, ipAddress: null });
    }
  });
});

const membersOf = async (groupId: number) => {
  await syncGroups(server.services, { groupIds: [groupId] });
  const { rows } = await sql<{ id: number }>`
    select device_id as id from group_devices where group_id = ${groupId}`.execute(server.services.db);
  return rows.map(({ id }) => id);
};

describe('a group by the system of its devices', () => {
  const rule = { osName: facts.osName };

  it('has no device of which its owner is not told it, and none while that takes a reason', async () => {
    const groupId = await insertGroup(server, admin, 'Quux', rule);
    expect(await membersOf(groupId)).toEqual([device.deviceId]);
    await setPolicies(server, { DEVICE_INFO: { reason: 'REQUIRED', approval: false } });
    await server.api(
      giveReason,
      { deviceId: device.deviceId, capability: 'DEVICE_INFO', reason: 'The screen is broken' },
      admin.token,
    );
    expect(await membersOf(groupId)).toEqual([]);
    await setPolicies(server, defaultPolicies);
    expect(await membersOf(groupId)).toEqual([device.deviceId]);
    await sql`update feature_access set feature_access = 'NO_ACCESS'
      where user_id = ${admin.userId} and feature_permission = 'DEVICE_INFO'`.execute(server.services.db);
    expect(await membersOf(groupId)).toEqual([]);
  });

  it('shows its members to nobody else who may not read it', async () => {
    const groupId = await insertGroup(server, admin, 'Quux', rule);
    await membersOf(groupId);
    const seen = async ({ token }: TestAdmin) => {
      const group = (await server.api(groupList, {}, token)).envelope.data.find(({ id }) => id === groupId);
      const filtered = await server.api(deviceList, { filter: { groupId } }, token);
      const [listed] = (await server.api(deviceList, { search: device.username }, token)).envelope.data;
      return [group?.devices, filtered.envelope.data.length, listed?.groups.length];
    };
    expect(await seen(admin)).toEqual([1, 1, 1]);
    const reader = await server.createAdmin({ access: { DEVICES: 'READ_ONLY', OVERVIEW: 'FULL_ACCESS' } });
    await server.api(assignDevices, { userId: reader.userId, deviceIds: [device.deviceId] });
    await sql`insert into group_assignments (group_id, user_id) values (${groupId}, ${reader.userId})`.execute(
      server.services.db,
    );
    expect(await seen(reader)).toEqual([0, 0, 0]);
  });

  it('is not made, changed or tried by an admin who may not read it', async () => {
    const blind = await server.createAdmin({ access: { DEVICES: 'FULL_ACCESS', OVERVIEW: 'FULL_ACCESS' } });
    const groupId = await insertGroup(server, blind, 'By hand');
    const answers = [
      await server.api(previewRule, { rule }, blind.token),
      await server.api(createGroup, { name: 'Quux', rule }, blind.token),
      await server.api(updateGroup, { groupId, name: 'Quux', rule }, blind.token),
    ];
    expect(answers.map(({ errorCode }) => errorCode)).toEqual(['not_allowed', 'not_allowed', 'not_allowed']);
  });

  it('leaves its rule in the log of each device that it is tried on, whether or not it matches', async () => {
    const elsewhere = await joinDevice(server, { ownerId: admin.userId, facts: { osName: 'Android' } });
    const [unshared, older] = [
      await joinDevice(server, { ownerId: admin.userId, facts, capabilities: ['CONTACTS'] }),
      await joinDevice(server, { ownerId: admin.userId, facts: { ...facts, appVersion: '0.1' } }),
    ];
    const asked = { rule: { osName: 'quux', appVersionIs: '1.0' } };
    await sql`update devices set app_version = '1.0' where id = any(${[device, elsewhere, unshared].map(({ deviceId }) => deviceId)}::bigint[])`.execute(
      server.services.db,
    );
    const linesOf = async (phone: TestDevice) =>
      (await auditOf(server, phone)).filter(({ subject }) => subject === previewRule.path);
    for (let times = 0; times < 2; times += 1) {
      expect((await server.api(previewRule, asked, admin.token)).envelope.data).toEqual({ devices: 1 });
    }
    const line = { by: admin.username, details: { search: "the system contains 'quux', the app has version 1.0" } };
    await vi.waitFor(async () => expect(await linesOf(device)).toMatchObject([line]));
    expect(await linesOf(elsewhere)).toMatchObject([line]);
    expect([await linesOf(unshared), await linesOf(older)]).toEqual([[], []]);
    await server.api(createGroup, { name: 'Quux', rule: { osName: 'quu' } }, admin.token);
    expect(await linesOf(elsewhere)).toHaveLength(2);
  });
});
