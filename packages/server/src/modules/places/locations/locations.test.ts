import { limits, locations, locationTrack, mapStyle, placesOfDays, type Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckedRow } from '../../../shared/device-rows/row-table.ts';
import { insertZone, joinMoving, stay } from '../../../testing/samples/test-places.ts';
import { joinDevice } from '../../../testing/test-device.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';
import { locationsTable } from './locations.store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ mapStyleUrl: null });
});
afterAll(() => server.close());

const days = ['2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15', '2026-11-16'].map((day) => `${day}T00:00:00Z`);
const [, friday = '', , sunday = '', monday = ''] = days;

interface Point {
  localDateTime: string;
  latitude?: number;
  longitude?: number;
  nickname?: string;
}

function row(point: Point): CheckedRow {
  const place = { nickname: '', latitude: 48.2, longitude: 16.35, accuracy: 12, timezone: 'Europe/Vienna' };
  const checked = locationsTable.checkRow({ key: point.localDateTime, address: 'Neubaugasse 7', ...place, ...point });
  if (typeof checked === 'string') throw new Error(checked);
  return checked;
}

async function deviceWith(points: readonly Point[], capabilities?: readonly Capability[]): Promise<number> {
  const { deviceId } = await joinDevice(server, capabilities ? { capabilities } : {});
  await locationsTable.applyRows(server.services.db, [{ deviceId, rows: points.map(row) }]);
  return deviceId;
}

const track = async (input: Parameters<typeof server.api<typeof locationTrack>>[1]) =>
  (await server.api(locationTrack, input)).envelope.data;

describe('a track', () => {
  it('has the points of a period in the order of time, their places once, and counts the days', async () => {
    const deviceId = await deviceWith([
      { localDateTime: '2026-11-15T08:00:00Z', longitude: 16.36, nickname: 'Home' },
      { localDateTime: '2026-11-13T10:00:00Z', longitude: 16.31 },
      { localDateTime: '2026-11-13T09:00:00Z', longitude: 16.3 },
      { localDateTime: '2026-11-16T00:00:00Z', longitude: 16.4 },
    ]);
    const friday13 = await track({ deviceId, days, from: friday, to: days[2] });
    expect(friday13.points.map(([, at, , longitude]) => [new Date(at).toISOString(), longitude])).toEqual([
      ['2026-11-13T09:00:00.000Z', 16.3],
      ['2026-11-13T10:00:00.000Z', 16.31],
    ]);
    expect(friday13.days).toEqual([0, 2, 0, 1]);
    expect(friday13.places).toEqual([{ nickname: '', address: 'Neubaugasse 7', timezone: 'Europe/Vienna' }]);
    expect(friday13.total).toBe(2);
    // `latest` is the newest point overall, also outside of the requested period.
    expect(friday13.latest?.[3]).toBe(16.4);
  });

  it('is that of the newest day with points when no period is asked for', async () => {
    const deviceId = await deviceWith([
      { localDateTime: '2026-11-13T09:00:00Z' },
      { localDateTime: '2026-11-15T08:00:00Z', nickname: 'Home' },
      { localDateTime: '2026-11-15T08:30:00Z', nickname: 'Home' },
    ]);
    const newest = await track({ deviceId, days });
    expect([newest.from, newest.to, newest.points.length]).toEqual([sunday, monday, 2]);
    expect(newest.stops).toMatchObject([{ from: Date.parse('2026-11-15T08:00:00Z'), latitude: 48.2, place: 0 }]);
  });

  it('is empty where the device was nowhere', async () => {
    const deviceId = await deviceWith([]);
    expect(await track({ deviceId, days })).toMatchObject({ from: null, to: null, points: [], latest: null, total: 0 });
  });

  it('is thinned and says so, with both ends kept', async () => {
    const { trackPoints } = limits.location;
    const start = Date.parse(friday);
    const points = Array.from({ length: trackPoints + 500 }, (_, n) => ({
      localDateTime: new Date(start + n * 20_000).toISOString(),
      longitude: 10 + n / 1000,
    }));
    const thinned = await track({ deviceId: await deviceWith(points), days, from: friday, to: days[2] });
    expect(thinned.total).toBe(trackPoints + 500);
    expect(thinned.points).toHaveLength(trackPoints);
    expect([thinned.points[0]?.[1], thinned.points.at(-1)?.[1]]).toEqual([start, start + (trackPoints + 499) * 20_000]);
  });

  it.each([
    ['half a period', { days, from: friday }],
    ['a period that runs backwards', { days, from: sunday, to: friday }],
    ['a period that is too long', { days, from: '2026-01-01T00:00:00Z', to: sunday }],
    ['days out of order', { days: days.toReversed() }],
    ['no days', { days: [] }],
    ['a day that is none', { days: ['yesterday', friday] }],
  ])('is not given for %s', async (_, input) => {
    const { deviceId } = await joinDevice(server);
    expect((await server.api(locationTrack, { deviceId, ...input })).errorCode).toBe('invalid_input');
  });

  it('is for those who may see locations, of devices in their scope, whose person shares them', async () => {
    const deviceId = await deviceWith([{ localDateTime: '2026-11-13T09:00:00Z' }]);
    const ask = async (token: string | null, id = deviceId) => {
      const { status, errorCode } = await server.api(locationTrack, { deviceId: id, days }, token);
      return [status, errorCode];
    };
    const stranger = await server.createAdmin({ access: { LOCATION: 'READ_ONLY' } });
    const elsewhere = await server.createAdmin({ access: { CONTACTS: 'FULL_ACCESS' } });
    expect((await ask(null))[0]).toBe(401);
    expect(await ask(stranger.token)).toEqual([404, 'device_not_found']);
    expect(await ask(elsewhere.token)).toEqual([403, 'not_allowed']);
    await server.services.db
      .insertInto('device_assignments')
      .values({ user_id: stranger.userId, device_id: deviceId })
      .execute();
    expect((await ask(stranger.token))[0]).toBe(200);
    const reserved = await deviceWith([], ['CONTACTS']);
    expect(await ask(server.admin.token, reserved)).toEqual([403, 'consent_missing']);
  });
});

describe('places and days', () => {
  const saturday = [...stay('2026-11-14T08:00:00Z', 60), ...stay('2026-11-14T09:20:00Z', 30, { east: 10_000 })];

  it('a stop is called by the smallest zone that it is in, and its address stays', async () => {
    const { deviceId } = await joinMoving(server, saturday);
    const { userId } = server.admin;
    await insertZone(server, { name: 'Town', userId, radius: 3000, deviceId });
    const home = await insertZone(server, { name: 'Home', userId, deviceId });
    const { stops, places, metres, zones } = await track({ deviceId, days, from: days[2], to: days[3] });
    expect(stops.map(({ zone, place }) => [zone, places[place]?.address])).toEqual([
      ['Home', 'Neude 4, Utrecht'],
      [null, 'Neude 4, Utrecht'],
    ]);
    expect(Math.abs(metres - 10_000)).toBeLessThan(20);
    expect(zones).toContainEqual({ zoneId: home, name: 'Home', seconds: 3600 });
  });

  it('have points, distance and time in zones for each day', async () => {
    const { deviceId } = await joinMoving(server, [
      ...saturday,
      { at: '2026-11-14T23:50:00Z' },
      { at: '2026-11-15T00:10:00Z' },
    ]);
    await insertZone(server, { name: 'Home', userId: server.admin.userId, deviceId });
    const { envelope } = await server.api(placesOfDays, { deviceId, days });
    expect(envelope.data.map(({ points }) => points)).toEqual([0, 0, saturday.length + 1, 1]);
    expect(envelope.data.map(({ zones }) => zones.map(({ name, seconds }) => [name, seconds]))).toEqual([
      [],
      [],
      [['Home', 3600 + 600]],
      [['Home', 600]],
    ]);
    expect(Math.abs((envelope.data[2]?.metres ?? 0) - 20_000)).toBeLessThan(40);
    const { rows } = await sql<{ details: object }>`select details from audit_entries
      where device_id = ${deviceId} and subject = ${placesOfDays.path}`.execute(server.services.db);
    expect(rows).toEqual([
      {
        details: {
          object: 'from Thursday 12 November to Sunday 15 November',
          since: '2026-11-12T00:00:00Z',
          until: '2026-11-16T00:00:00Z',
          count: saturday.length + 2,
        },
      },
    ]);
  });

  it('are for those who see the zone, and for devices that it is for', async () => {
    const admin = await server.createAdmin({ access: { LOCATION: 'READ_ONLY' } });
    const { deviceId } = await joinMoving(server, saturday, { ownerId: admin.userId });
    const other = await joinMoving(server, saturday, { ownerId: admin.userId });
    await insertZone(server, { name: 'Of the owner', userId: server.admin.userId, deviceId });
    await insertZone(server, { name: 'Mine', userId: admin.userId, deviceId });
    const namesFor = async (id: number, token: string) => {
      const { envelope } = await server.api(placesOfDays, { deviceId: id, days }, token);
      return envelope.data.flatMap(({ zones }) => zones.map(({ name }) => name)).toSorted();
    };
    expect(await namesFor(deviceId, admin.token)).toEqual(['Mine']);
    expect(await namesFor(deviceId, server.admin.token)).toEqual(['Mine', 'Of the owner']);
    expect(await namesFor(other.deviceId, admin.token)).toEqual([]);
    // A zone whose creator no longer has the device is not for it.
    await sql`delete from device_assignments where user_id = ${admin.userId}`.execute(server.services.db);
    expect(await namesFor(deviceId, server.admin.token)).toEqual(['Of the owner']);
    const gone = await server.api(placesOfDays, { deviceId, days }, admin.token);
    expect([gone.status, gone.errorCode]).toEqual([404, 'device_not_found']);
  });

  it.each([
    ['days out of order', days.toReversed()],
    ['the same day twice', [friday, friday]],
    ['too long a time', [friday, '2027-02-13T00:00:00Z']],
    ['one moment', [friday]],
  ])('are refused for %s', async (_, wrong) => {
    const { deviceId } = await joinDevice(server);
    expect((await server.api(placesOfDays, { deviceId, days: wrong })).errorCode).toBe('invalid_input');
  });

  it('are hidden from the moment their person withdraws', async () => {
    const { deviceId } = await joinMoving(server, saturday);
    await sql`update devices set capabilities = '{CONTACTS}' where id = ${deviceId}`.execute(server.services.db);
    const { status, errorCode } = await server.api(placesOfDays, { deviceId, days });
    expect([status, errorCode]).toEqual([403, 'consent_missing']);
  });
});

describe('locations', () => {
  it('[SPEC 3.24, 7.64] stay when the device no longer sends them, and begin with the newest', async () => {
    const deviceId = await deviceWith([{ localDateTime: '2026-11-13T09:00:00Z', nickname: 'Work' }]);
    const rows = [row({ localDateTime: '2026-11-15T09:00:00Z', nickname: 'Home' })];
    await locationsTable.applyRows(server.services.db, [{ deviceId, rows }]);
    const { envelope } = await server.api(locations.list, { deviceId });
    expect(envelope.data.map(({ nickname, localDateTime }) => [nickname, localDateTime])).toEqual([
      ['Home', '2026-11-15T09:00:00.000Z'],
      ['Work', '2026-11-13T09:00:00.000Z'],
    ]);
    expect(Object.keys(envelope.data[0] ?? {})).toEqual(
      'id nickname latitude longitude accuracy address timezone localDateTime'.split(' '),
    );
    const narrowed = await server.api(locations.list, { deviceId, filter: { from: friday, to: days[2] } });
    expect(narrowed.envelope.data).toMatchObject([{ nickname: 'Work' }]);
  });

  it.each([
    ['latitude', { latitude: 90.5 }],
    ['longitude', { longitude: -181 }],
    ['localDateTime', { localDateTime: 'noon' }],
  ])('are refused with a %s that cannot be', (field, wrong) => {
    expect(() => row({ localDateTime: '2026-11-13T09:00:00Z', ...wrong })).toThrow(field);
  });
});

describe('the style of the map', () => {
  it('is the one the owner chose, and none otherwise', async () => {
    expect((await server.api(mapStyle, {})).envelope.data).toEqual({ styleUrl: null, tilesUrl: null });
    const styleUrl = 'https://maps.example.org/streets.json';
    const other = await startTestServer({ mapStyleUrl: styleUrl });
    expect((await other.api(mapStyle, {})).envelope.data).toEqual({ styleUrl, tilesUrl: null });
    await other.close();
  });
});
