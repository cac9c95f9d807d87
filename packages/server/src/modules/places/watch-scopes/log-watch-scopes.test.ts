import {
  addToGroup,
  assignDevices,
  assignGroup,
  createGroup,
  createZone,
  deviceVisits,
  removeFromGroup,
  switchAlertRule,
  visitEntries,
  type WatchTarget,
} from '@fairwatch/contract';
import { beforeEach, expect, it } from 'vitest';
import { ruleInput, setRule } from '../../../testing/samples/test-alerts.ts';
import { insertGroup } from '../../../testing/samples/test-schedules.ts';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
let owner: TestAdmin;
let count = 0;

beforeEach(async () => {
  count += 1;
  owner = await server.createAdmin({ access: 'FULL_ACCESS', username: `Olga${count}` });
});

const all: WatchTarget = { for: 'ALL' };
const area = { shape: 'CIRCLE', latitude: 52.52, longitude: 13.405, radius: 200 } as const;

async function setZone(target: WatchTarget, { token } = owner): Promise<void> {
  const { status } = await server.api(createZone, { name: 'School', colour: 'blue', area, target }, token);
  expect(status).toBe(200);
}

const setPause = (target: WatchTarget, { name, token = owner.token }: { name?: string; token?: string } = {}) =>
  setRule(server, { on: 'SHARING_PAUSED' }, { token, target, ...(name !== undefined && { name }) });

/** The lines about zones and rules in the log of a device, oldest first. */
async function lines({ deviceId }: TestDevice): Promise<string[]> {
  const { visits } = (await server.api(deviceVisits, { deviceId })).envelope.data;
  const entries = await Promise.all(
    visits.map(
      async ({ first, last }) => (await server.api(visitEntries, { deviceId, first, last })).envelope.data.entries,
    ),
  );
  return entries
    .flat()
    .toSorted((one, other) => one.sequence - other.sequence)
    .map(({ who, what }) => `${who} ${what}`)
    .filter((line) => /the place|places|alert rule/.test(line));
}

const zoneLine = (name = owner.username) => `${name} has this device in the place "School": a circle of 200 m`;
const { purpose } = ruleInput({ on: 'SHARING_PAUSED' });
const ruleLine = (name = owner.username) =>
  `${name} has this device in the alert rule "After lessons": Sharing is paused; purpose: "${purpose}"`;

it('a device that joins reads of the zones and rules that it joins, and of none that is for others or switched off', async () => {
  const other = await server.createAdmin({ access: 'FULL_ACCESS' });
  await setZone(all);
  await setPause(all);
  await setZone(all, other);
  const off = await setPause(all, { name: 'Off' });
  await server.api(switchAlertRule, { ruleId: off.id, on: false }, owner.token);
  const device = await joinDevice(server, { ownerId: owner.userId });
  expect(await lines(device)).toEqual([zoneLine(), ruleLine()]);
});

it('a device that an admin gets reads of what this admin has set for all of theirs', async () => {
  const device = await joinDevice(server);
  await setZone(all);
  await setPause(all);
  await server.api(assignDevices, { userId: owner.userId, deviceIds: [device.deviceId] });
  expect(await lines(device)).toEqual([zoneLine(), ruleLine()]);
  // It has been theirs since.
  await server.api(assignDevices, { userId: owner.userId, deviceIds: [device.deviceId] });
  expect(await lines(device)).toHaveLength(2);
});

it('a device that comes into a group and leaves it reads of its rules, however many, in one line', async () => {
  const device = await joinDevice(server, { ownerId: owner.userId });
  const groupId = await insertGroup(server, [], owner.userId);
  for (const name of ['A', 'B']) await setPause({ for: 'GROUP', groupId }, { name });
  const selection = { by: 'DEVICES' as const, deviceIds: [device.deviceId] };
  await server.api(addToGroup, { groupId, selection }, owner.token);
  await server.api(removeFromGroup, { groupId, selection }, owner.token);
  expect(await lines(device)).toEqual([
    `${owner.username} has this device in 2 alert rules, among them "A", "B"`,
    `${owner.username} no longer has this device in 2 alert rules, among them "A", "B"`,
  ]);
});

it('whoever gets a device by a group that their zone is for is named once', async () => {
  const input = { name: `Class ${count}`, colour: 'gray' as const, rule: null };
  const { id: groupId } = (await server.api(createGroup, input)).envelope.data;
  await server.api(assignGroup, { groupId, userId: owner.userId, assigned: true });
  await setZone({ for: 'GROUP', groupId });
  await setPause(all);
  const device = await joinDevice(server);
  expect(await lines(device)).toEqual([]);
  const selection = { by: 'DEVICES' as const, deviceIds: [device.deviceId] };
  await server.api(addToGroup, { groupId, selection });
  expect(await lines(device)).toEqual([zoneLine(), ruleLine()]);
});
