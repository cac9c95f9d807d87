import {
  assignDevices,
  capabilityNames,
  clientsOfAdmin,
  dashboard,
  deviceList,
  endpoints,
  pairDeviceInfo,
  profile,
  userDetail,
  userList,
  type Endpoint,
  type InputOf,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';
import type { TestAdmin } from '../../testing/servers/test-server.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';

const server = useTestServer();
const facts = { name: 'Phone of the test', model: 'Zyxphone Q7', osName: 'Quuxos', osVersion: '99.7' };
const words = [facts.model, facts.osName, facts.osVersion];
let admin: TestAdmin;
let device: TestDevice;
let userId: number;

beforeAll(async () => {
  admin = await server.createAdmin({ role: 'SUPER_ADMIN', access: 'FULL_ACCESS' });
  device = await joinDevice(server, { ownerId: admin.userId, facts });
  const { rows } = await sql<{ id: number }>`
    select user_id as id from devices where id = ${device.deviceId}`.execute(server.services.db);
  userId = rows[0]?.id ?? 0;
});

/** All read calls, with the input for this device or its person. */
function reads(): { endpoint: Endpoint; input: unknown }[] {
  const { deviceId } = device;
  const candidates = [{}, { deviceId }, { userId }, { deviceId, timeZone: 'UTC' }];
  return endpoints.flatMap((endpoint) => {
    const { access } = endpoint;
    const onlyReads =
      typeof access === 'object'
        ? access.level === 'READ_ONLY'
        : [profile.path, dashboard.path, deviceList.path].includes(endpoint.path);
    if (!onlyReads || endpoint.form) return [];
    return candidates.filter((input) => endpoint.input.safeParse(input).success).map((input) => ({ endpoint, input }));
  });
}

/** The calls whose responses contain the device's details. */
async function placesOfWords(token = admin.token): Promise<string[]> {
  const places = [];
  for (const { endpoint, input } of reads()) {
    const { status, envelope } = await server.api(endpoint, input as InputOf<Endpoint>, token);
    const text = JSON.stringify(envelope);
    if (status === 200 && words.some((word) => text.includes(word))) places.push(endpoint.path);
  }
  return [...new Set(places)].sort();
}

async function setSharing(shared: readonly string[], { paused = false, held = false } = {}): Promise<void> {
  const own = held ? [] : shared;
  await sql`
    update devices set capabilities = ${own}::text[], paused_at = ${paused ? sql`now()` : sql`null`},
      restored_at = ${held ? sql`now()` : sql`null`},
      restored_capabilities = ${held ? sql`${shared}::text[]` : sql`null`}
    where id = ${device.deviceId}`.execute(server.services.db);
}

describe('the model and the OS version of a device', () => {
  it('are shown and counted where they belong, while they are shared', async () => {
    await setSharing(capabilityNames);
    expect(await placesOfWords()).toEqual(
      [dashboard, deviceList, pairDeviceInfo, profile, userDetail].map(({ path }) => path).sort(),
    );
    expect(reads().length).toBeGreaterThan(30);
  });

  const others = capabilityNames.filter((name) => name !== 'DEVICE_INFO');
  it.each([
    ['are not shared', others, {}],
    ['are paused', capabilityNames, { paused: true }],
    ['are held after a restore', capabilityNames, { held: true }],
  ])('are told by no call while they %s', async (_, shared, state) => {
    await setSharing(shared, state);
    expect(await placesOfWords()).toEqual([]);
    const { osVersions } = (await server.api(dashboard, {}, admin.token)).envelope.data;
    expect(osVersions).toEqual({ versions: [], otherDevices: 0, notShared: 1, withheld: 0 });
    const { osVersionCounts } = (await server.api(profile, {}, admin.token)).envelope.data;
    expect(osVersionCounts).toEqual({ 'Not shared': 1 });
    const [shown] = (await server.api(userDetail, { userId }, admin.token)).envelope.data.devices;
    // The device's name is always visible, because admins identify it by that.
    expect(shown).toMatchObject({ name: facts.name, model: null });
  });

  it('find a device in the list that shows them, for who may read them and while they are shared', async () => {
    const found = async (token = admin.token) => {
      const answers = await Promise.all(words.map((search) => server.api(deviceList, { search }, token)));
      return answers.map(({ envelope }) => envelope.data.length);
    };
    await setSharing(capabilityNames);
    // The list does not show the OS version, so it is not searched.
    expect(await found()).toEqual([1, 1, 0]);
    const reader = await server.createAdmin({ access: 'NO_ACCESS' });
    await server.api(assignDevices, { userId: reader.userId, deviceIds: [device.deviceId] });
    expect(await found(reader.token)).toEqual([0, 0, 0]);
    await setSharing(capabilityNames, { paused: true });
    expect(await found()).toEqual([0, 0, 0]);
    await setSharing(others);
    expect(await found()).toEqual([0, 0, 0]);
    await setSharing(capabilityNames, { held: true });
    expect(await found()).toEqual([0, 0, 0]);
  });

  it('find nothing in a search of the lists that do not show them', async () => {
    await setSharing(capabilityNames);
    const { userId: owner } = admin;
    for (const search of words) {
      expect((await server.api(userList, { search }, admin.token)).envelope.data).toEqual([]);
      expect((await server.api(clientsOfAdmin, { userId: owner, search }, admin.token)).envelope.data).toEqual([]);
    }
  });
});
