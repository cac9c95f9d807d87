import { assignDevices, deviceList, type DeviceSelection } from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { joinDevice } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { resolveSelection } from './selection.store.ts';

const server = useTestServer();

let owner: TestAdmin;
let mine: number[];
let others: number;
let groupId: number;

const select = (selection: DeviceSelection, { userId }: TestAdmin = owner) => {
  const scope = { userId, allDevices: userId === server.admin.userId };
  return resolveSelection(server.services.db, scope, selection);
};
const matching = (search: string, filter = {}): DeviceSelection => ({ by: 'MATCHING', search, filter });

beforeAll(async () => {
  const { db } = server.services;
  owner = await server.createAdmin({ access: 'FULL_ACCESS' });
  mine = [];
  for (const username of ['selected-ada', 'selected-bob', 'left-cyd']) {
    mine.push((await joinDevice(server, { ownerId: owner.userId, username })).deviceId);
  }
  others = (await joinDevice(server, { username: 'selected-else' })).deviceId;
  await sql`update devices set left_at = now() where id = ${mine.pop()}`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into groups (owner_id, name, colour) values (${server.admin.userId}, 'All', 'gray') returning id`.execute(
    db,
  );
  groupId = rows[0]?.id ?? 0;
  await sql`insert into group_devices (group_id, device_id)
    select ${groupId}, unnest(${[mine[0], others]}::bigint[])`.execute(db);
});

describe('a selection', () => {
  it('of named devices has those that are present and in scope, in the order of their ids', async () => {
    const deviceIds = [others, ...mine.toReversed(), 999_999];
    expect(await select({ by: 'DEVICES', deviceIds })).toEqual(mine);
    expect(await select({ by: 'DEVICES', deviceIds }, server.admin)).toEqual([...mine, others]);
  });

  it('of all that match a search has what the device list shows', async () => {
    const { envelope } = await server.api(deviceList, { search: 'SELECTED-', sortBy: 'id' }, owner.token);
    expect(envelope.data.map(({ id }) => id)).toEqual(mine);
    expect(await select(matching('SELECTED-'))).toEqual(mine);
    expect(await select(matching(''))).toEqual(mine);
    expect(await select(matching('selected-', { status: 'Online' }))).toEqual([]);
    expect(await select(matching('selected-', { adminId: owner.userId }), server.admin)).toEqual(mine);
    await expect(select(matching('', { adminId: owner.userId }))).rejects.toMatchObject({ code: 'not_allowed' });
  });

  it('by what people share has no devices for an admin who may not read it', async () => {
    await sql`update devices set model = 'Rare Model' where id = ${mine[1]}`.execute(server.services.db);
    expect(await select(matching('rare model'))).toEqual(mine.slice(1));
    const reader = await server.createAdmin({ access: { OVERVIEW: 'FULL_ACCESS' } });
    await server.api(assignDevices, { userId: reader.userId, deviceIds: mine });
    expect(await select(matching('selected-'), reader)).toEqual(mine);
    expect(await select(matching('rare model'), reader)).toEqual([]);
  });

  it('of a group has the members in scope; nobody selects by a group that they do not see', async () => {
    const { db } = server.services;
    const byGroup: DeviceSelection = { by: 'GROUP', groupId };
    expect(await select(byGroup, server.admin)).toEqual([mine[0], others]);
    await expect(select(byGroup)).rejects.toMatchObject({ code: 'group_not_found' });
    expect(await select(matching('', { groupId }))).toEqual([]);
    await sql`insert into group_assignments (group_id, user_id) values (${groupId}, ${owner.userId})`.execute(db);
    expect(await select(byGroup)).toEqual([mine[0]]);
    expect(await select(matching('', { groupId }))).toEqual([mine[0]]);
    expect(await select(matching('bob', { groupId }))).toEqual([]);
  });
});
