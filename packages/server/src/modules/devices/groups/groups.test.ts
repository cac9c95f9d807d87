import {
  addToGroup,
  assignDevices,
  assignGroup,
  assignSelection,
  auditList,
  changeSuperior,
  clientsOfAdmin,
  createGroup,
  deleteGroup,
  deviceList,
  deviceSummary,
  groupList,
  previewRule,
  rejectUser,
  removeDevices,
  removeFromGroup,
  updateFeatureAccess,
  updateGroup,
  type GroupRule,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { verifyAudit } from '../../../shared/audit/chain/audit-verify.ts';
import { logWords } from '../../../shared/audit/words/log-words.ts';
import { openConsole } from '../../../testing/open-console.ts';
import { consentTo } from '../../../testing/person.ts';
import { joinDevice, RawDevice, testFacts } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
let made = 0;

const join = (owner: TestAdmin = server.admin, more = {}) => joinDevice(server, { ownerId: owner.userId, ...more });

async function group(rule: GroupRule | null = null, by: TestAdmin = server.admin): Promise<number> {
  made += 1;
  const { envelope } = await server.api(createGroup, { name: `Group ${made}`, rule }, by.token);
  return envelope.data.id;
}

const named = (...deviceIds: number[]) => ({ by: 'DEVICES' as const, deviceIds });
const add = (groupId: number, deviceIds: number[], by: TestAdmin = server.admin) =>
  server.api(addToGroup, { groupId, selection: named(...deviceIds) }, by.token);
const take = (groupId: number, deviceIds: number[], by: TestAdmin = server.admin) =>
  server.api(removeFromGroup, { groupId, selection: named(...deviceIds) }, by.token);
const give = (groupId: number, { userId }: TestAdmin, by: TestAdmin = server.admin, assigned = true) =>
  server.api(assignGroup, { groupId, userId, assigned }, by.token);
const seenBy = async ({ token }: TestAdmin) =>
  (await server.api(deviceList, { sortBy: 'id' }, token)).envelope.data.map(({ id }) => id);
const membersOf = async (groupId: number) =>
  (await server.api(deviceList, { filter: { groupId }, sortBy: 'id' })).envelope.data.map(({ id }) => id);

/** An admin who manages devices and roles, below another one. */
async function adminBelow(boss?: TestAdmin): Promise<TestAdmin> {
  const access = { DEVICES: 'FULL_ACCESS', ROLE_MANAGER: 'FULL_ACCESS', OVERVIEW: 'READ_ONLY' } as const;
  const account = await server.createAdmin({ access });
  const reportsTo = boss?.userId ?? server.admin.userId;
  await sql`update users set reports_to = ${reportsTo} where id = ${account.userId}`.execute(server.services.db);
  return account;
}

/** The log of a device in words, without its joining. */
async function logOf(deviceId: number): Promise<string[]> {
  const { envelope } = await server.api(auditList, { deviceId, sortDirection: 'asc' });
  expect((await verifyAudit(server.services, deviceId)).faults).toEqual([]);
  return envelope.data
    .filter(({ action }) => action !== 'JOIN' && action !== 'READ')
    .map(({ actorName, action, path, details }) => `${actorName}: ${logWords({ action, subject: path, details })}`);
}

describe('a group by hand', () => {
  it('is created, filled, listed, shown as tags, filtered by, changed and deleted', async () => {
    const account = await adminBelow();
    const [one, two, other] = [await join(account), await join(account), await join()];
    const name = 'Vans';
    const { envelope } = await server.api(createGroup, { name, colour: 'teal' }, account.token);
    const { id } = envelope.data;
    expect(envelope.data).toMatchObject({ name, colour: 'teal', rule: null, owner: account.username, mine: true });
    expect((await server.api(createGroup, { name }, account.token)).errorCode).toBe('group_name_taken');
    // The device that is not in scope is not among those added.
    const added = await add(id, [one.deviceId, two.deviceId, other.deviceId], account);
    expect(added.envelope.data).toEqual({ changed: 2 });
    expect((await add(id, [one.deviceId], account)).envelope.data).toEqual({ changed: 0 });
    const groups = [{ id, name, colour: 'teal' }];
    const list = await server.api(deviceList, { filter: { groupId: id }, sortBy: 'id' }, account.token);
    expect(list.envelope.data.map((device) => [device.id, device.groups])).toEqual([
      [one.deviceId, groups],
      [two.deviceId, groups],
    ]);
    expect(list.envelope.meta.pagination?.totalItems).toBe(2);
    const search = await server.api(deviceList, { search: one.username, filter: { groupId: id } }, account.token);
    expect(search.envelope.meta.pagination?.totalItems).toBe(1);
    const summary = await server.api(deviceSummary, { deviceId: one.deviceId }, account.token);
    expect(summary.envelope.data.groups).toEqual(groups);
    const changed = await server.api(updateGroup, { groupId: id, name: 'Cars', colour: 'red' }, account.token);
    expect(changed.envelope.data).toMatchObject({ name: 'Cars', colour: 'red', devices: 2 });
    await take(id, [two.deviceId], account);
    expect(await membersOf(id)).toEqual([one.deviceId]);
    expect((await server.api(deleteGroup, { groupId: id }, account.token)).status).toBe(200);
    expect((await server.api(groupList, {}, account.token)).envelope.data).toEqual([]);
    expect(await logOf(one.deviceId)).toEqual([
      `${account.username}: put this device into the group "Vans"`,
      `${account.username}: took this device out of the group "Cars"`,
    ]);
  });

  it('that a schedule uses is not deleted, and one by rule takes no devices by hand', async () => {
    const { deviceId } = await join();
    const byRule = await group({ emailDomain: 'nobody.example' });
    expect((await add(byRule, [deviceId])).errorCode).toBe('group_by_rule');
    await sql`insert into schedules (name, purpose, title, action, timing, group_id, created_by)
      values ('Nightly', 'Care', 'Update contacts', '{}', '{}', ${byRule}, ${server.admin.userId})`.execute(
      server.services.db,
    );
    expect((await server.api(deleteGroup, { groupId: byRule })).errorCode).toBe('group_in_use');
  });

  it('loses a device that leaves', async () => {
    const device = await join();
    const groupId = await group();
    await add(groupId, [device.deviceId]);
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    raw.send({ type: 'leave' });
    await raw.closed;
    const { rows } = await sql`select from group_devices where group_id = ${groupId}`.execute(server.services.db);
    expect(rows).toEqual([]);
  });
});

describe('a group by rule', () => {
  it('follows the version, the sharing and the presence of its devices', async () => {
    const device = await join(server.admin, {
      facts: { appVersion: '7.1' },
      capabilities: ['DEVICE_INFO', 'CONTACTS'],
    });
    const { deviceId } = device;
    const old = await group({ appVersionBelow: '7.2', appVersionIs: '7.1' });
    const shares = await group({ shares: ['CONTACTS'], joinedSince: '2026-01-01', osName: 'harmony' });
    const online = await group({ status: 'Online', emailDomain: 'example.com' });
    expect([await membersOf(old), await membersOf(shares), await membersOf(online)]).toEqual([[deviceId], [], []]);
    const raw = new RawDevice(server);
    await raw.hello(device.token, { facts: { ...testFacts, osName: 'HarmonyOS', appVersion: '7.2' } });
    await vi.waitFor(async () => {
      expect([await membersOf(old), await membersOf(shares), await membersOf(online)]).toEqual([
        [],
        [deviceId],
        [deviceId],
      ]);
    });
    const vitals = { batteryPercent: 50, charging: false, network: 'WIFI' as const, noticeShown: true };
    raw.send({ type: 'heartbeat', ...vitals, appVersion: '7.1' });
    raw.send({ type: 'pause' });
    await vi.waitFor(async () => expect(await membersOf(shares)).toEqual([]));
    raw.send({ type: 'resume' });
    await vi.waitFor(async () => expect(await membersOf(shares)).toEqual([deviceId]));
    raw.send(await consentTo(['CONTACTS']));
    await vi.waitFor(async () => expect(await membersOf(shares)).toEqual([]));
    raw.socket.close();
    await vi.waitFor(async () => expect(await membersOf(online)).toEqual([]));
    await vi.waitFor(async () => expect(await membersOf(old)).toEqual([deviceId]));
  });

  it('has no condition on what its owner may not read, also once they may not any more', async () => {
    const access = { DEVICES: 'FULL_ACCESS', OVERVIEW: 'READ_ONLY' } as const;
    const reader = await server.createAdmin({ access });
    const blind = await server.createAdmin({ access: { DEVICES: 'FULL_ACCESS' } });
    const { deviceId } = await join(reader, { facts: { appVersion: '6.6' } });
    await server.api(assignDevices, { userId: blind.userId, deviceIds: [deviceId] });
    const rules: GroupRule[] = [{ appVersionIs: '6.6' }, { appVersionBelow: '7' }, { shares: ['CONTACTS'] }];
    const own = await group(null, blind);
    for (const rule of rules) {
      const attempts = [
        server.api(previewRule, { rule }, blind.token),
        server.api(createGroup, { name: 'Curious', rule }, blind.token),
        server.api(updateGroup, { groupId: own, name: 'Curious', rule }, blind.token),
      ];
      expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    const groupId = await group(rules[0], reader);
    expect(await membersOf(groupId)).toEqual([deviceId]);
    const change = (featureAccess: 'NO_ACCESS' | 'READ_ONLY') =>
      server.api(updateFeatureAccess, {
        userId: reader.userId,
        access: [{ featurePermission: 'OVERVIEW', featureAccess }],
      });
    await change('NO_ACCESS');
    await vi.waitFor(async () => expect(await membersOf(groupId)).toEqual([]));
    await change('READ_ONLY');
    await vi.waitFor(async () => expect(await membersOf(groupId)).toEqual([deviceId]));
  });

  it('takes up a device when it joins, and changes its members with its rule', async () => {
    const groupId = await group({ appVersionIs: '8.1' });
    const { deviceId } = await join(server.admin, { facts: { appVersion: '8.1' } });
    expect(await membersOf(groupId)).toEqual([deviceId]);
    expect((await server.api(previewRule, { rule: { appVersionIs: '8.1' } })).envelope.data).toEqual({ devices: 1 });
    const change = (rule: GroupRule | null) => server.api(updateGroup, { groupId, name: 'Changed', rule });
    expect((await change({ appVersionIs: '8.2' })).envelope.data.devices).toBe(0);
    await change({ appVersionBelow: '8.1.1', appVersionIs: '8.1' });
    // Without its rule it keeps its members, and no longer follows them.
    expect((await change(null)).envelope.data.devices).toBe(1);
    await sql`update devices set app_version = '9' where id = ${deviceId}`.execute(server.services.db);
    await server.scheduler.runJobs(60_000);
    expect(await membersOf(groupId)).toEqual([deviceId]);
  });

  it('is brought in line once a minute where a change was missed', async () => {
    const { deviceId } = await join(server.admin, { facts: { appVersion: '10.1' } });
    const account = await adminBelow();
    const groupId = await group({ appVersionIs: '10.2' });
    await give(groupId, account);
    await sql`update devices set app_version = '10.2' where id = ${deviceId}`.execute(server.services.db);
    expect(await seenBy(account)).toEqual([]);
    await server.scheduler.runJobs(60_000);
    expect(await seenBy(account)).toEqual([deviceId]);
  });
});

describe('a group that is assigned to an admin', () => {
  it('brings its devices into their scope and takes them out again, at once and logged', async () => {
    const account = await adminBelow();
    const { deviceId } = await join();
    const groupId = await group();
    const open = await openConsole(server, account);
    const { name = '' } = (await server.api(groupList, {})).envelope.data.find(({ id }) => id === groupId) ?? {};
    expect((await give(groupId, account)).envelope.data).toEqual({ changed: 0 });
    await add(groupId, [deviceId]);
    expect(await seenBy(account)).toEqual([deviceId]);
    await vi.waitFor(() => expect(open.heard('assignments')).toBe(true));
    server.services.bus.publish('changed', { feature: 'contacts', deviceId });
    await vi.waitFor(() => expect(open.heard('contacts')).toBe(true));
    const clients = await server.api(clientsOfAdmin, { userId: account.userId });
    expect(clients.envelope.data.map(({ id, viaGroups }) => ({ id, viaGroups }))).toEqual([
      { id: deviceId, viaGroups: [name] },
    ]);
    expect((await server.api(groupList, {}, account.token)).envelope.data).toMatchObject([
      { id: groupId, devices: 1, mine: false, admins: [{ id: account.userId }] },
    ]);
    await take(groupId, [deviceId]);
    expect(await seenBy(account)).toEqual([]);
    open.told.length = 0;
    server.services.bus.publish('changed', { feature: 'contacts', deviceId });
    server.services.bus.publish('changed', { feature: 'profile', deviceId: null });
    await vi.waitFor(() => expect(open.heard('profile')).toBe(true));
    expect(open.heard('contacts')).toBe(false);
    open.socket.close();
    const by = server.admin.username;
    expect(await logOf(deviceId)).toEqual([
      `${by}: put this device into the group "${name}"`,
      `${by}: made ${account.username} an admin of this device, through the group "${name}"`,
      `${by}: took this device out of the group "${name}"`,
      `${by}: took this device from ${account.username}, through the group "${name}"`,
    ]);
  });

  it('gives way to a direct assignment and to another group', async () => {
    const account = await adminBelow();
    const { userId } = account;
    const [one, two] = [(await join()).deviceId, (await join()).deviceId];
    const [first, second] = [await group(), await group()];
    for (const groupId of [first, second]) {
      await give(groupId, account);
      await add(groupId, [one, two]);
    }
    expect((await server.api(removeDevices, { userId, deviceIds: [one] })).errorCode).toBe('assigned_by_group');
    await server.api(assignDevices, { userId, deviceIds: [one] });
    await take(first, [one, two]);
    expect(await seenBy(account)).toEqual([one, two]);
    await server.api(deleteGroup, { groupId: second });
    expect(await seenBy(account)).toEqual([one]);
    expect((await server.api(removeDevices, { userId, deviceIds: [one] })).envelope.data).toEqual({ changed: 1 });
    expect(await seenBy(account)).toEqual([]);
  });

  it('reaches further groups below, and all follow when the first one is taken away', async () => {
    const middle = await adminBelow();
    const lower = await adminBelow(middle);
    const { deviceId } = await join();
    const [top, own] = [await group(), await group({ appVersionIs: testFacts.appVersion }, middle)];
    await give(own, lower, middle);
    await give(top, middle);
    await add(top, [deviceId]);
    expect([await seenBy(middle), await seenBy(lower)]).toEqual([[deviceId], [deviceId]]);
    await give(top, middle, server.admin, false);
    expect([await seenBy(middle), await seenBy(lower)]).toEqual([[], []]);
  });

  it('is taken away when the admin no longer reports to its owner', async () => {
    const [boss, rival] = [await adminBelow(), await adminBelow()];
    const lower = await adminBelow(boss);
    const { deviceId } = await join(boss);
    const groupId = await group(null, boss);
    await add(groupId, [deviceId], boss);
    await give(groupId, lower, boss);
    expect(await seenBy(lower)).toEqual([deviceId]);
    await server.api(changeSuperior, { userId: lower.userId, reportsTo: rival.userId });
    expect(await seenBy(lower)).toEqual([]);
    expect((await give(groupId, lower, boss)).errorCode).toBe('not_below_you');
    expect((await give(groupId, lower)).errorCode).toBe('not_below_you');
  });

  it('goes to the superior of a demoted owner, with the devices that the superior has', async () => {
    const boss = await adminBelow();
    const [owner, lower] = [await adminBelow(boss), await adminBelow(boss)];
    await sql`update users set reports_to = ${owner.userId} where id = ${lower.userId}`.execute(server.services.db);
    const [shared, own] = [(await join(boss)).deviceId, (await join(owner)).deviceId];
    await server.api(assignDevices, { userId: owner.userId, deviceIds: [shared] });
    const groupId = await group(null, owner);
    await add(groupId, [shared, own], owner);
    await give(groupId, lower, owner);
    expect(await seenBy(lower)).toEqual([shared, own]);
    await server.api(rejectUser, { userId: owner.userId });
    expect(await membersOf(groupId)).toEqual([shared]);
    expect(await seenBy(lower)).toEqual([shared]);
    expect((await server.api(groupList, {}, boss.token)).envelope.data).toMatchObject([{ id: groupId, mine: true }]);
  });
});

describe('devices of a selection', () => {
  it('are assigned to an admin and taken away; those of a group stay', async () => {
    const account = await adminBelow();
    const { userId } = account;
    const ids = [(await join()).deviceId, (await join()).deviceId, (await join()).deviceId];
    const groupId = await group();
    await give(groupId, account);
    await add(groupId, ids.slice(0, 1));
    const selection = named(...ids);
    const change = (assigned: boolean) => server.api(assignSelection, { userId, selection, assigned });
    expect((await change(true)).envelope.data).toEqual({ changed: 3 });
    expect(await seenBy(account)).toEqual(ids);
    expect((await change(false)).envelope.data).toEqual({ changed: 2 });
    expect(await seenBy(account)).toEqual(ids.slice(0, 1));
    await give(groupId, account, server.admin, false);
    expect(await seenBy(account)).toEqual([]);
    const none = await server.api(assignSelection, { userId, selection: named(999_999), assigned: true });
    expect(none.errorCode).toBe('no_devices');
  });
});
