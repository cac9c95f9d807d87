import { isDeepStrictEqual } from 'node:util';
import {
  addToGroup,
  createGroup,
  createZone,
  deleteGroup,
  deleteZone,
  deviceVisits,
  deviceWatches,
  importZones,
  limits,
  ownWatches,
  removeDevices,
  removeFromGroup,
  updateZone,
  visitEntries,
  zoneList,
  type Endpoint,
  type InputOf,
  type OutputOf,
  type WatchCursor,
  type WatchTarget,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockGroups } from '../../devices/groups/members.store.ts';
import { reconcileGroups } from '../../devices/groups/reconcile.ts';
import { zonePush } from '../../../shared/push/push-texts.ts';
import { addToGroup as insertMembers, insertGroup } from '../../../testing/samples/test-schedules.ts';
import { setRule } from '../../../testing/samples/test-alerts.ts';
import { schoolArea, setZone, zoneInput } from '../../../testing/samples/test-zones.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { joinDevice, RawDevice, type TestDevice } from '../../../testing/test-device.ts';

const server = useTestServer();
let owner: TestAdmin;
let device: TestDevice;
const all: WatchTarget = { for: 'ALL' };
const triangle = {
  shape: 'POLYGON' as const,
  corners: [
    [5.1, 52],
    [5.2, 52],
    [5.2, 52.1],
  ] as [number, number][],
};

beforeAll(async () => {
  owner = await server.createAdmin({ access: 'FULL_ACCESS', username: 'Zoe' });
});
beforeEach(async () => {
  await sql`delete from zones`.execute(server.services.db);
  device = await joinDevice(server, { ownerId: owner.userId });
});

const only = ({ deviceId }: TestDevice = device): WatchTarget => ({ for: 'DEVICE', deviceId });
const mine = (target = only(), wanted: Parameters<typeof setZone>[2] = {}) =>
  setZone(server, target, { token: owner.token, ...wanted });
const listed = async (token = owner.token) => (await server.api(zoneList, {}, token)).envelope.data;

async function refusalOf<E extends Endpoint>(endpoint: E, input: InputOf<E>, token = owner.token) {
  const { status, errorCode } = await server.api(endpoint, input, token);
  return [status, errorCode];
}

/** The words of the log about zones, oldest first, as the person and the admins read them. */
async function words({ deviceId } = device): Promise<string[]> {
  const { visits } = (await server.api(deviceVisits, { deviceId })).envelope.data;
  const entries = await Promise.all(
    visits.map(async ({ first, last }) => {
      return (await server.api(visitEntries, { deviceId, first, last })).envelope.data.entries;
    }),
  );
  return entries
    .flat()
    .toSorted((a, b) => a.sequence - b.sequence)
    .map(({ who, what }) => `${who} ${what}`)
    .filter((line) => line.includes(' place') && !line.includes(' saw '));
}

describe('zones', () => {
  it('are listed with their area, for whom they are and whose, to their admin and to super admins', async () => {
    const { id } = await mine();
    expect(await listed()).toMatchObject([
      {
        id,
        name: 'School',
        colour: 'green',
        area: schoolArea,
        target: only(),
        devices: 1,
        owner: 'Zoe',
        rules: 0,
        mine: true,
      },
    ]);
    expect((await listed())[0]?.targetName).toBeTruthy();
    expect((await listed(server.admin.token)).map((zone) => zone.id)).toEqual([id]);
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect(await listed(stranger.token)).toEqual([]);
  });

  it('count the devices of their target, in the scope of their creator', async () => {
    const boss = await server.createAdmin({ access: 'FULL_ACCESS' });
    const two = [
      await joinDevice(server, { ownerId: boss.userId }),
      await joinDevice(server, { ownerId: boss.userId }),
    ];
    const groupId = await insertGroup(server, two, boss.userId);
    const foreign = await joinDevice(server);
    await insertMembers(server, groupId, [foreign]);
    await setZone(server, all, { token: boss.token, name: 'a' });
    await setZone(server, { for: 'GROUP', groupId }, { token: boss.token, name: 'b' });
    const [ofAll, ofGroup] = await listed(boss.token);
    expect(ofAll).toMatchObject({ devices: 2, targetName: null });
    expect(ofGroup).toMatchObject({ devices: 2, target: { for: 'GROUP', groupId } });
    expect(ofGroup?.targetName).toContain('Group');
  });

  it('are stored with the box around them', async () => {
    const { id } = await mine(only(), { area: triangle });
    const box = async () => {
      const { rows } = await sql`select west, east, south, north from zones where id = ${id}`.execute(
        server.services.db,
      );
      return rows[0];
    };
    expect(await box()).toEqual({ west: 5.1, east: 5.2, south: 52, north: 52.1 });
    await server.api(
      updateZone,
      { zoneId: id, ...zoneInput(only(), { area: { ...triangle, corners: [...triangle.corners, [5, 52.2]] } }) },
      owner.token,
    );
    expect(await box()).toEqual({ west: 5, east: 5.2, south: 52, north: 52.2 });
  });

  it('are written to the log of each device in words: set, changed, deleted', async () => {
    const { id: zoneId } = await mine();
    await server.api(updateZone, { zoneId, ...zoneInput(only(), { name: 'Depot', area: triangle }) });
    await server.api(deleteZone, { zoneId }, owner.token);
    expect(await words()).toEqual([
      'Zoe set the place "School": a circle of 200 m',
      `${server.admin.username} changed the place "Depot": a polygon with 3 corners`,
      'Zoe deleted the place "Depot"',
    ]);
    expect(await refusalOf(deleteZone, { zoneId })).toEqual([404, 'zone_not_found']);
  });

  it('that get another target are told to those who come and to those who go', async () => {
    const { id: zoneId } = await mine();
    const next = await joinDevice(server, { ownerId: owner.userId });
    await server.api(updateZone, { zoneId, ...zoneInput(only(next)) }, owner.token);
    expect((await words()).at(-1)).toBe('Zoe no longer has this device in the place "School"');
    expect(await words(next)).toEqual(['Zoe set the place "School": a circle of 200 m']);
  });

  it('are refused when their edges cross, or when there are more than an admin may have', async () => {
    const crossing = {
      ...triangle,
      corners: [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ] as [number, number][],
    };
    expect(await refusalOf(createZone, zoneInput(all, { area: crossing }))).toEqual([400, 'invalid_input']);
    await sql`insert into zones (name, colour, area, west, east, south, north, created_by)
      select 'x', 'blue', ${JSON.stringify(schoolArea)}::jsonb, 0, 0, 0, 0, ${owner.userId}
      from generate_series(1, ${limits.zone.perAdmin})`.execute(server.services.db);
    expect(await refusalOf(createZone, zoneInput(all))).toEqual([409, 'too_many_zones']);
    const geojson = collection(featureOf('One'));
    expect(await refusalOf(importZones, { geojson, target: all })).toEqual([409, 'too_many_zones']);
  });

  it.each([
    ['beyond the pole', { latitude: 999 }],
    ['beyond 180° of longitude', { longitude: -180.5 }],
    ['too small', { radius: limits.zone.minRadius - 1 }],
  ])('are refused %s, new and changed, and nothing is stored', async (_, wrong) => {
    const { id: zoneId } = await mine();
    const input = zoneInput(only(), { area: { ...schoolArea, ...wrong } });
    expect(await refusalOf(createZone, input)).toEqual([400, 'invalid_input']);
    expect(await refusalOf(updateZone, { zoneId, ...input })).toEqual([400, 'invalid_input']);
    expect((await listed()).map(({ area }) => area)).toEqual([schoolArea]);
  });

  it('keep their group from being deleted', async () => {
    const groupId = await insertGroup(server, [device]);
    const { id: zoneId } = await setZone(server, { for: 'GROUP', groupId });
    expect(await refusalOf(deleteGroup, { groupId }, server.admin.token)).toEqual([409, 'group_in_use']);
    await server.api(deleteZone, { zoneId });
    expect(await refusalOf(deleteGroup, { groupId }, server.admin.token)).toEqual([200, '']);
  });
});

describe('an admin', () => {
  it('sets zones only for devices and groups that they see', async () => {
    const foreign = await joinDevice(server);
    expect(await refusalOf(createZone, zoneInput(only(foreign)))).toEqual([404, 'device_not_found']);
    const groupId = await insertGroup(server, [foreign]);
    expect(await refusalOf(createZone, zoneInput({ for: 'GROUP', groupId }))).toEqual([404, 'group_not_found']);
    const reader = await server.createAdmin({ access: 'READ_ONLY' });
    expect(await refusalOf(createZone, zoneInput(all), reader.token)).toEqual([403, 'not_allowed']);
    expect(await listed(reader.token)).toEqual([]);
  });

  it('neither sees nor changes the zones of others', async () => {
    const { id: zoneId } = await mine();
    const { token } = await server.createAdmin({ access: 'FULL_ACCESS' });
    const notFound = [404, 'zone_not_found'];
    expect(await refusalOf(updateZone, { zoneId, ...zoneInput(all) }, token)).toEqual(notFound);
    expect(await refusalOf(deleteZone, { zoneId }, token)).toEqual(notFound);
  });

  it('who is a SUPER_ADMIN changes the zone of another within what its creator has', async () => {
    const { id: zoneId } = await mine();
    const foreign = await joinDevice(server);
    expect(await refusalOf(updateZone, { zoneId, ...zoneInput(only(foreign)) }, server.admin.token)).toEqual([
      404,
      'device_not_found',
    ]);
    const { data } = (await server.api(updateZone, { zoneId, ...zoneInput(all) })).envelope;
    expect(data.owner).toBe('Zoe');
    expect(await words(foreign)).toEqual([]);
  });
});

async function connect(): Promise<RawDevice> {
  const raw = new RawDevice(server);
  await raw.hello(device.token, { platform: 'BROWSER' });
  return raw;
}
/** Waits until the device is told these. The same may come twice. */
async function awaitNames(raw: RawDevice, names: string[]): Promise<void> {
  const next = async () => (await raw.next('watches')).watches.map(({ name }) => name);
  while (!isDeepStrictEqual(await next(), names));
}

describe('the person of a device', () => {
  it('is told of every zone that is for them, and of its end', async () => {
    const raw = await connect();
    await awaitNames(raw, []);
    const { id, createdAt } = await mine(all);
    const told = {
      kind: 'ZONE',
      id,
      name: 'School',
      purpose: 'To name this place on the map, and for alerts',
      what: 'Place School',
      when: 'Whenever this device shares its location',
      setBy: 'Zoe',
      setAt: createdAt,
      until: null,
      paused: false,
    };
    expect(await raw.next('watches')).toEqual({ type: 'watches', watches: [told], more: 0 });
    const { deviceId } = device;
    expect((await server.api(deviceWatches, { deviceId }, owner.token)).envelope.data).toEqual([told]);
    await server.api(deleteZone, { zoneId: id }, owner.token);
    await awaitNames(raw, []);
    raw.socket.close();
  });

  it('is not told of a zone of an admin who lost the device or is blocked', async () => {
    await mine(all);
    const raw = await connect();
    await awaitNames(raw, ['School']);
    await server.api(removeDevices, { userId: owner.userId, deviceIds: [device.deviceId] });
    await awaitNames(raw, []);
    const blocked = await server.createAdmin({ access: 'FULL_ACCESS' });
    const theirs = await joinDevice(server, { ownerId: blocked.userId });
    await setZone(server, all, { token: blocked.token });
    const { deviceId } = theirs;
    const watching = async () => (await server.api(deviceWatches, { deviceId })).envelope.data;
    expect(await watching()).toHaveLength(1);
    await sql`update users set blocked_at = now() where id = ${blocked.userId}`.execute(server.services.db);
    expect(await watching()).toEqual([]);
    raw.socket.close();
  });

  it('however many zones there are, schedules, rules and reports come before them', async () => {
    const boss = await server.createAdmin({ access: 'FULL_ACCESS', username: 'Boss' });
    device = await joinDevice(server, { ownerId: boss.userId });
    await sql`insert into zones (name, colour, area, west, east, south, north, created_by)
      select 'Zone ' || n, 'blue', ${JSON.stringify(schoolArea)}::jsonb, 13, 14, 52, 53, ${boss.userId} from generate_series(1, 60) as n`.execute(
      server.services.db,
    );
    const rule = await setRule(server, { on: 'SHARING_PAUSED' }, { token: boss.token });
    const raw = await connect();
    const { watches, more } = await raw.next('watches');
    raw.socket.close();
    expect(watches).toMatchObject([
      { kind: 'ALERT_RULE', id: rule.id },
      { kind: 'ZONES', name: '60 places', what: 'Places Zone 60, Zone 59, Zone 58 and 57 more', setBy: 'Boss' },
    ]);
    expect(more).toBe(0);
    const read = async (after: WatchCursor | null) => {
      const response = await fetch(new URL(ownWatches.path, server.url), {
        method: ownWatches.method,
        headers: { authorization: `Bearer ${device.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ after }),
      });
      const { data } = (await response.json()) as { data: OutputOf<typeof ownWatches> };
      return ownWatches.output.parse(data);
    };
    const zones = await read({ kind: 'ZONE', id: 0 });
    expect([zones.watches.length, zones.more]).toEqual([50, true]);
    const last = zones.watches.at(-1);
    const rest = await read({ kind: 'ZONE', id: last?.id ?? 0 });
    expect([rest.watches.map(({ name }) => name).at(-1), rest.watches.length, rest.more]).toEqual([
      'Zone 60',
      10,
      false,
    ]);
    expect((await read(null)).watches[0]).toMatchObject({ kind: 'ALERT_RULE', id: rule.id });
    const { deviceId } = device;
    const shown = async (after?: WatchCursor) =>
      (await server.api(deviceWatches, { deviceId, ...(after && { after }) }, boss.token)).envelope.data;
    expect((await shown()).map(({ kind }) => kind)).toEqual(['ALERT_RULE', 'ZONES']);
    expect(await shown({ kind: 'ZONE', id: last?.id ?? 0 })).toEqual(rest.watches);
  });

  it('is told of the zones of a group they come into', async () => {
    const groupId = await insertGroup(server, [], owner.userId);
    await mine({ for: 'GROUP', groupId });
    const raw = await connect();
    await awaitNames(raw, []);
    const selection = { by: 'DEVICES' as const, deviceIds: [device.deviceId] };
    expect(await refusalOf(addToGroup, { groupId, selection })).toEqual([200, '']);
    await awaitNames(raw, ['School']);
    expect(await words()).toEqual(['Zoe has this device in the place "School": a circle of 200 m']);
    await server.api(removeFromGroup, { groupId, selection }, owner.token);
    await awaitNames(raw, []);
    expect((await words()).at(-1)).toBe('Zoe no longer has this device in the place "School"');
    raw.socket.close();
  });

  it('reads in their log which zones a group by rule brings, however many, in one line', async () => {
    const input = { name: 'Everybody', colour: 'gray' as const, rule: { joinedSince: '2020-01-01' } };
    const { id: groupId } = (await server.api(createGroup, input, owner.token)).envelope.data;
    for (const name of ['A', 'B']) await mine({ for: 'GROUP', groupId }, { name });
    const next = await joinDevice(server, { ownerId: owner.userId });
    await server.services.db.transaction().execute(async (transaction) => {
      await lockGroups(transaction, 'CHANGE');
      await reconcileGroups(transaction, { deviceIds: [next.deviceId] }, null);
    });
    expect(await words(next)).toEqual(['Zoe has this device in 2 places, among them "A", "B"']);
  });

  it('takes along a zone that was for them alone', async () => {
    await mine();
    await mine(all, { name: 'Depot' });
    const raw = await connect();
    await raw.next('watches');
    raw.send({ type: 'leave' });
    await expect.poll(async () => (await listed()).map(({ name }) => name)).toEqual(['Depot']);
    raw.socket.close();
  });

  it('is reminded by push', () => {
    expect(zonePush({ by: 'Zoe', what: 'set', names: ['School'] }).title).toBe(
      'Zoe set a place for this phone: “School”',
    );
    expect(zonePush({ by: 'Zoe', what: 'set', names: ['a', 'b'] }).title).toBe('Zoe set 2 places for this phone');
  });
});

const ring = [
  [5, 52],
  [5.1, 52],
  [5.1, 52.1],
  [5, 52],
];
const featureOf = (name: unknown, more: object = {}, geometry: unknown = { type: 'Polygon', coordinates: [ring] }) => ({
  type: 'Feature',
  properties: { name, ...more },
  geometry,
});
const shape = (type: string, coordinates: unknown) => ({ type, coordinates });
const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });
const imported = async (geojson: string, target: WatchTarget = all) =>
  await server.api(importZones, { geojson, target }, owner.token);

describe('an import', () => {
  it('takes polygons, and points with a radius', async () => {
    const point = { type: 'Point', coordinates: [5.1214, 52.0907, 12] };
    const { data } = (
      await imported(
        `\uFEFF${collection(featureOf(' Area ', { colour: 'red' }), featureOf('Round', { radius: 150 }, point))}`,
        only(),
      )
    ).envelope;
    expect(data).toEqual({ imported: 2, problems: [], moreProblems: 0 });
    expect(await listed()).toMatchObject([
      { name: 'Area', colour: 'red', area: { shape: 'POLYGON', corners: ring.slice(0, -1) }, target: only() },
      { name: 'Round', colour: 'blue', area: { shape: 'CIRCLE', latitude: 52.0907, longitude: 5.1214, radius: 150 } },
    ]);
    expect(await words()).toEqual(['Zoe set 2 places, among them "Area", "Round"']);
  });

  it('imports nothing when a feature has a problem, and names each by its number', async () => {
    const geojson = collection(
      featureOf('Good'),
      featureOf('', {}),
      featureOf('Line', {}, shape('LineString', ring)),
      featureOf('No radius', {}, shape('Point', [5, 52])),
      featureOf('Far', { radius: 10_000_000 }, shape('Point', [5, 52])),
      featureOf('Hole', {}, shape('Polygon', [ring, ring])),
      featureOf('Open', {}, shape('Polygon', [ring.slice(0, -1)])),
      featureOf(
        'Crossed',
        {},
        shape('Polygon', [
          [
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
            [0, 0],
          ],
        ]),
      ),
      featureOf(
        'Off',
        {},
        shape('Polygon', [
          [
            [0, 0],
            [200, 1],
            [1, 0],
            [0, 0],
          ],
        ]),
      ),
      featureOf('Pink', { colour: 'pink' }),
      featureOf('Nowhere', {}, null),
      featureOf('Words', {}, shape('Point', ['a', 'b'])),
      featureOf('x'.repeat(limits.zone.nameMaxLength + 1)),
      featureOf('Many', {}, shape('Polygon', [Array.from({ length: limits.zone.maxCorners + 2 }, () => [0, 0])])),
      'text',
    );
    const { data } = (await imported(geojson)).envelope;
    expect(data.imported).toBe(0);
    const told = data.problems.map(({ feature, name, problem }) => `${feature} ${name.slice(0, 10)}: ${problem}`);
    expect(told).toMatchInlineSnapshot(`
      [
        "2 : It has no name.",
        "3 Line: Its geometry is neither a Polygon nor a Point with a radius.",
        "4 No radius: A point needs a radius in metres among its properties.",
        "5 Far: Its radius is not between 20 and 200000 metres.",
        "6 Hole: It has a hole, which is not possible here.",
        "7 Open: Its ring must have at least three corners and end where it begins.",
        "8 Crossed: The edges of a polygon cannot cross each other.",
        "9 Off: A position is not on the map: longitude is from -180 to 180, latitude from -90 to 90.",
        "10 Pink: Its colour is none of gray, red, orange, yellow, green, teal, blue, violet.",
        "11 Nowhere: It has no geometry.",
        "12 Words: A position is not a pair of longitude and latitude.",
        "13 xxxxxxxxxx: Its name is longer than 80 characters.",
        "14 Many: It has more than 200 corners.",
        "15 : This is not a GeoJSON feature.",
      ]
    `);
    expect(await listed()).toEqual([]);
    expect(await words()).toEqual([]);
  });

  it('lists only the first problems', async () => {
    const { problemsListed } = limits.zone;
    const geojson = collection(...Array.from({ length: problemsListed + 3 }, () => featureOf('')));
    const { data } = (await imported(geojson)).envelope;
    expect([data.problems.length, data.moreProblems]).toEqual([problemsListed, 3]);
  });

  it.each([
    ['not JSON', '{"type":'],
    ['not a GeoJSON FeatureCollection', '{"type":"Feature"}'],
    ['not a GeoJSON FeatureCollection', 'null'],
    ['no features', collection()],
    ['more than', collection(...Array.from({ length: limits.zone.perAdmin + 1 }, () => 0))],
  ])('is refused as a whole when it is %s', async (problem, geojson) => {
    const { status, errorCode, error } = await imported(geojson);
    expect([status, errorCode]).toEqual([400, 'geojson_refused']);
    expect(error).toContain(problem);
  });
});
