import {
  addToGroup,
  assignDevices,
  assignGroup,
  assignSelection,
  clientsOfAdmin,
  createGroup,
  deleteGroup,
  deviceList,
  groupList,
  previewRule,
  removeFromGroup,
  updateGroup,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { joinDevice } from '../testing/test-device.ts';
import type { TestAdmin } from '../testing/servers/test-server.ts';
import { useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();

const access = { DEVICES: 'FULL_ACCESS', ROLE_MANAGER: 'FULL_ACCESS' } as const;
/** The owner of the group, one it is assigned to, and one who has nothing to do with it. */
let owner: TestAdmin;
let assigned: TestAdmin;
let stranger: TestAdmin;
let strangersAdmin: TestAdmin;
let groupId: number;
let deviceId: number;
let strangersDevice: number;

async function adminBelow(boss: TestAdmin): Promise<TestAdmin> {
  const account = await server.createAdmin({ access });
  await sql`update users set reports_to = ${boss.userId} where id = ${account.userId}`.execute(server.services.db);
  return account;
}

beforeAll(async () => {
  owner = await adminBelow(server.admin);
  assigned = await adminBelow(owner);
  stranger = await adminBelow(server.admin);
  strangersAdmin = await adminBelow(stranger);
  ({ deviceId } = await joinDevice(server, { ownerId: owner.userId }));
  strangersDevice = (await joinDevice(server, { ownerId: stranger.userId })).deviceId;
  const made = await server.api(createGroup, { name: 'Secret project' }, owner.token);
  groupId = made.envelope.data.id;
  const selection = { by: 'DEVICES' as const, deviceIds: [deviceId] };
  await server.api(addToGroup, { groupId, selection }, owner.token);
  await server.api(assignGroup, { groupId, userId: assigned.userId, assigned: true }, owner.token);
});

/** The error codes of everything that changes the group, tried by an admin. */
async function attempts({ token }: TestAdmin, target: TestAdmin) {
  const selection = { by: 'DEVICES' as const, deviceIds: [strangersDevice, deviceId] };
  const answers = [
    await server.api(updateGroup, { groupId, name: 'Mine' }, token),
    await server.api(deleteGroup, { groupId }, token),
    await server.api(addToGroup, { groupId, selection }, token),
    await server.api(removeFromGroup, { groupId, selection }, token),
    await server.api(assignGroup, { groupId, userId: target.userId, assigned: true }, token),
  ];
  return answers.map(({ errorCode }) => errorCode);
}

describe('a group of another admin', () => {
  it('does not exist for a stranger, who can neither read, change nor assign it', async () => {
    expect(new Set(await attempts(stranger, strangersAdmin))).toEqual(new Set(['group_not_found']));
    expect((await server.api(groupList, {}, stranger.token)).envelope.data).toEqual([]);
    const found = await server.api(deviceList, { filter: { groupId } }, stranger.token);
    expect(found.envelope.data).toEqual([]);
    const input = { userId: strangersAdmin.userId, selection: { by: 'GROUP' as const, groupId }, assigned: true };
    expect((await server.api(assignSelection, input, stranger.token)).errorCode).toBe('group_not_found');
  });

  it('can be seen by an admin it is assigned to, but not changed or passed on', async () => {
    const [listed] = (await server.api(groupList, {}, assigned.token)).envelope.data;
    expect(listed).toMatchObject({ id: groupId, mine: false, devices: 1 });
    const below = await adminBelow(assigned);
    expect(new Set(await attempts(assigned, below))).toEqual(new Set(['not_allowed']));
    expect((await server.api(deviceList, {}, below.token)).envelope.data).toEqual([]);
  });

  it('is not named to an admin who shares its device but does not see it', async () => {
    await server.api(assignDevices, { userId: stranger.userId, deviceIds: [deviceId] });
    const { envelope } = await server.api(deviceList, { sortBy: 'id' }, stranger.token);
    expect(envelope.data.map(({ id, groups }) => [id, groups])).toEqual([
      [deviceId, []],
      [strangersDevice, []],
    ]);
    // The group filter finds nothing either, though the device is in scope.
    expect((await server.api(deviceList, { filter: { groupId } }, stranger.token)).envelope.data).toEqual([]);
    await sql`update users set reports_to = ${stranger.userId} where id = ${owner.userId}`.execute(server.services.db);
    const clients = await server.api(clientsOfAdmin, { userId: assigned.userId }, stranger.token);
    expect(clients.envelope.data.map(({ id, viaGroups }) => [id, viaGroups])).toEqual([[deviceId, []]]);
    await sql`update users set reports_to = ${server.admin.userId} where id = ${owner.userId}`.execute(
      server.services.db,
    );
    await sql`delete from device_assignments where user_id = ${stranger.userId} and device_id = ${deviceId}`.execute(
      server.services.db,
    );
  });
});

describe('devices of another scope', () => {
  it('are neither counted nor taken up by a rule', async () => {
    const rule = { joinedSince: '2020-01-01' };
    expect((await server.api(previewRule, { rule }, stranger.token)).envelope.data).toEqual({ devices: 1 });
    expect((await server.api(previewRule, { rule }, strangersAdmin.token)).envelope.data).toEqual({ devices: 0 });
    const made = await server.api(createGroup, { name: 'All of them', rule }, stranger.token);
    expect(made.envelope.data.devices).toBe(1);
    // An admin with the group gets no more than its owner has.
    await server.api(
      assignGroup,
      { groupId: made.envelope.data.id, userId: strangersAdmin.userId, assigned: true },
      stranger.token,
    );
    const seen = await server.api(deviceList, {}, strangersAdmin.token);
    expect(seen.envelope.data.map(({ id }) => id)).toEqual([strangersDevice]);
  });

  it('cannot be put into a group or assigned by their ids', async () => {
    const made = await server.api(createGroup, { name: 'By hand' }, stranger.token);
    const selection = { by: 'DEVICES' as const, deviceIds: [deviceId] };
    const added = await server.api(addToGroup, { groupId: made.envelope.data.id, selection }, stranger.token);
    expect(added.errorCode).toBe('no_devices');
    const input = { userId: strangersAdmin.userId, selection, assigned: true };
    expect((await server.api(assignSelection, input, stranger.token)).errorCode).toBe('no_devices');
  });
});

describe('an admin who lost their access', () => {
  it('makes no group and adds no device', async () => {
    const account = await adminBelow(server.admin);
    await sql`update feature_access set feature_access = 'READ_ONLY' where user_id = ${account.userId}`.execute(
      server.services.db,
    );
    // The session may still be cached with the old access; the transaction reads the database.
    expect((await server.api(createGroup, { name: 'Late' }, account.token)).errorCode).toBe('not_allowed');
    const give = { groupId, userId: assigned.userId, assigned: false };
    expect((await server.api(assignGroup, give, account.token)).errorCode).toBe('not_allowed');
  });
});
