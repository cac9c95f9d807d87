import {
  limits,
  type ParsedInputOf,
  type PlacesOfDay,
  type locationTrack,
  type Track,
  type TrackPoint,
} from '@fairwatch/contract';
import { findAppliedZones } from '../movements/applied-zones.store.ts';
import { createMovementMeter, zoneAt, type AppliedZone, type Movement } from '../movements/movement.ts';
import { findStays } from '../movements/stays.ts';
import { boxAround, readZonedTracks } from '../movements/zoned-tracks.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';
import { countPoints, readLatest, readPoints, type StoredPoint } from './locations.store.ts';
import { thin } from './track.ts';

type TrackInput = ParsedInputOf<typeof locationTrack>;

/** The track of a device in the requested period, or on the newest day that has points. */
export async function readTrack(db: Database, scope: Scope, input: TrackInput): Promise<Track> {
  const { deviceId } = input;
  const [days, latest] = await Promise.all([
    countPoints(db, scope, deviceId, input.days),
    readLatest(db, scope, deviceId),
  ]);
  const period = askedPeriod(input) ?? newestDay(input.days, days);
  const { points, total } = period ? await readPoints(db, scope, deviceId, period) : { points: [], total: 0 };
  const places = createPlaces();
  const stays = findStays(points);
  const zones = total > 0 ? await findZones(db, scope, deviceId, points) : [];
  const { metres, zones: timeInZones } = measure(points, zones);
  return {
    from: period?.from ?? null,
    to: period?.to ?? null,
    points: thin(points, stays, limits.location.trackPoints).map(compact),
    total,
    metres,
    zones: timeInZones,
    stops: stays.flatMap(({ first, last, latitude, longitude }) => {
      const [start, end] = [points[first], points[last]];
      if (!start || !end) return [];
      // The most frequent place, because the first and last points of a stay may have the address of a neighbouring street.
      const place = mostFrequent(points.slice(first, last + 1).map(places.numberOf));
      return [{ from: start.at, to: end.at, latitude, longitude, place, zone: zoneAt(zones, { latitude, longitude }) }];
    }),
    latest: latest && compact(latest),
    days,
    places: places.all,
  };

  function compact(point: StoredPoint): TrackPoint {
    const { id, at, latitude, longitude, accuracy } = point;
    return [id, at, latitude, longitude, accuracy, places.numberOf(point)];
  }
}

/** Distance and time in zones of a device between each of the beginnings and the next. */
export async function readDays(
  db: Database,
  scope: Scope,
  deviceId: number,
  beginnings: readonly string[],
): Promise<PlacesOfDay[]> {
  const boundaries = beginnings.map((day) => Date.parse(day));
  const [from, to] = [new Date(boundaries[0] ?? 0), new Date(boundaries.at(-1) ?? 0)];
  const meter = createMovementMeter([], boundaries);
  for await (const parts of readZonedTracks(db, scope, [deviceId], { from, to })) {
    for (const { points, zones } of parts) {
      meter.setZones(zones);
      for (let index = 0; index < points.length; index += 1) meter.add(points.at(index));
    }
  }
  return meter.results();
}

async function findZones(db: Database, scope: Scope, deviceId: number, points: readonly StoredPoint[]) {
  const found = await findAppliedZones(db, scope, [{ deviceId, ...boxAround(points) }]);
  return found.get(deviceId) ?? [];
}

function measure(points: readonly StoredPoint[], zones: readonly AppliedZone[]): Movement {
  const meter = createMovementMeter(zones, [-Infinity, Infinity]);
  for (const point of points) meter.add(point);
  return meter.results()[0] ?? { points: 0, metres: 0, zones: [] };
}

interface Period {
  from: string;
  to: string;
}

function askedPeriod({ from, to }: TrackInput): Period | null {
  return from !== undefined && to !== undefined ? { from, to } : null;
}

function newestDay(beginnings: readonly string[], counts: readonly number[]): Period | null {
  const newest = counts.findLastIndex((count) => count > 0);
  const [from, to] = [beginnings[newest], beginnings[newest + 1]];
  return newest >= 0 && from !== undefined && to !== undefined ? { from, to } : null;
}

function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? 0;
}

/** Deduplicates places: equal ones get the same index. */
function createPlaces() {
  const all: Track['places'] = [];
  const numbers = new Map<string, number>();
  return {
    all,
    numberOf({ nickname, address, timezone }: StoredPoint): number {
      const key = JSON.stringify([nickname, address, timezone]);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, all.length);
      return all.push({ nickname, address, timezone }) - 1;
    },
  };
}
