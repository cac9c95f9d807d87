import { limits, type ParsedInputOf, type locationTrack, type Track, type TrackPoint } from '@fairwatch/contract';
import type { Database } from '../../domain/schema/schema.ts';
import type { Scope } from '../../domain/scope.ts';
import { countPoints, readLatest, readPoints, type StoredPoint } from './locations.store.ts';
import { findStays, thin } from './track.ts';

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
  return {
    from: period?.from ?? null,
    to: period?.to ?? null,
    points: thin(points, stays, limits.location.trackPoints).map(compact),
    total,
    stops: stays.flatMap(({ first, last, latitude, longitude }) => {
      const [start, end] = [points[first], points[last]];
      if (!start || !end) return [];
      // The most frequent place, because the first and last points of a stay may have the address of a neighbouring street.
      const place = mostFrequent(points.slice(first, last + 1).map(places.numberOf));
      return [{ from: start.at, to: end.at, latitude, longitude, place }];
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
