import { boxOf, type Capability, type ZoneShape } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { CheckedRow } from '../../shared/device-rows/row-table.ts';
import { locationsTable } from '../../modules/places/locations/locations.store.ts';
import type { TestServer } from '../servers/test-server.ts';
import { joinDevice, type TestDevice } from '../test-device.ts';

/** A point by its time and its distance in metres east of a square in Utrecht. */
export interface TestPoint {
  at: string;
  east?: number;
  accuracy?: number;
}

const square = { latitude: 52.0907, longitude: 5.1214 };
/** Metres in a degree of longitude there. */
const metresPerDegree = 68_315;

export function placeAt(east: number) {
  return { ...square, longitude: square.longitude + east / metresPerDegree };
}

function rowOf({ at, east = 0, accuracy = 10 }: TestPoint): CheckedRow {
  const checked = locationsTable.checkRow({
    key: at,
    nickname: '',
    address: 'Neude 4, Utrecht',
    timezone: 'Europe/Amsterdam',
    localDateTime: at,
    accuracy,
    ...placeAt(east),
  });
  if (typeof checked === 'string') throw new Error(checked);
  return checked;
}

/** Joins a device that has these points. */
export async function joinMoving(
  server: TestServer,
  points: readonly TestPoint[],
  options: { ownerId?: number; capabilities?: readonly Capability[] } = {},
): Promise<TestDevice> {
  const device = await joinDevice(server, options);
  await locationsTable.applyRows(server.services.db, [{ deviceId: device.deviceId, rows: points.map(rowOf) }]);
  return device;
}

/** Every so many minutes a point at the same place. */
export function stay(from: string, minutes: number, { every = 5, east = 0 } = {}): TestPoint[] {
  return Array.from({ length: Math.floor(minutes / every) + 1 }, (_, place) => ({
    at: new Date(Date.parse(from) + place * every * 60_000).toISOString(),
    east,
  }));
}

/** Inserts a zone. It is a circle around a place, unless it has another shape. */
export async function insertZone(
  { services }: Pick<TestServer, 'services'>,
  zone: {
    name: string;
    userId: number;
    east?: number;
    radius?: number;
    area?: ZoneShape;
    groupId?: number;
    deviceId?: number;
  },
): Promise<number> {
  const { name, userId, east = 0, radius = 100, groupId = null, deviceId = null } = zone;
  const area: ZoneShape = zone.area ?? { shape: 'CIRCLE', ...placeAt(east), radius };
  const box = boxOf(area);
  const { rows } = await sql<{ id: number }>`
    insert into zones (name, colour, area, west, east, south, north, group_id, device_id, created_by)
    values (${name}, 'blue', ${JSON.stringify(area)}::jsonb, ${box.west}, ${box.east}, ${box.south}, ${box.north}, ${groupId}, ${deviceId},
      ${userId}) returning id`.execute(services.db);
  return rows[0]?.id ?? 0;
}
