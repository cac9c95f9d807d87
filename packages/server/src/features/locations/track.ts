import type { StoredPoint } from './locations.store.ts';

type Spot = Pick<StoredPoint, 'at' | 'latitude' | 'longitude'>;

/** A stay, by the indexes of its first and last point. */
export interface Stay {
  first: number;
  last: number;
  latitude: number;
  longitude: number;
}

/** The radius and the minimum duration of a stay: wider than GPS noise, shorter than a wait for a bus. */
const stayMetres = 120;
const stayMs = 10 * 60_000;

/** Finds the stays of a track in order of time. */
export function findStays(points: readonly Spot[]): Stay[] {
  const stays: Stay[] = [];
  for (let first = 0; first < points.length; first += 1) {
    const stay = stayFrom(points, first);
    if (!stay) continue;
    stays.push(stay);
    first = stay.last;
  }
  return stays;
}

function stayFrom(points: readonly Spot[], first: number): Stay | null {
  const start = points[first];
  if (!start) return null;
  let { latitude, longitude } = start;
  let last = first;
  for (;;) {
    const next = points[last + 1];
    if (!next || metresBetween({ latitude, longitude }, next) > stayMetres) break;
    last += 1;
    // The running mean of the points, so that noise does not shift the centre.
    const share = 1 / (last - first + 1);
    latitude += (next.latitude - latitude) * share;
    longitude += (next.longitude - longitude) * share;
  }
  const lasted = (points[last]?.at ?? start.at) - start.at;
  return lasted >= stayMs ? { first, last, latitude, longitude } : null;
}

/**
 * Reduces a track to at most `most` points in order. The ends of the track and of each stay are kept first, then moving points, then
 * points within stays. Each group is thinned evenly.
 */
export function thin<Point>(points: readonly Point[], stays: readonly Stay[], most: number): Point[] {
  if (points.length <= most) return [...points];
  const kept = new Set([0, points.length - 1, ...stays.flatMap(({ first, last }) => [first, last])]);
  const resting = new Set(stays.flatMap(({ first, last }) => range(first + 1, last)));
  const others = range(0, points.length).filter((place) => !kept.has(place));
  const chosen = evenly([...kept].sort(ascending), most);
  for (const group of [others.filter((place) => !resting.has(place)), others.filter((place) => resting.has(place))]) {
    chosen.push(...evenly(group, most - chosen.length));
  }
  return chosen.sort(ascending).flatMap((place) => points[place] ?? []);
}

/** Picks `count` entries evenly, including the first and the last. */
function evenly(list: readonly number[], count: number): number[] {
  if (list.length <= count) return [...list];
  if (count < 2) return list.slice(0, Math.max(0, count));
  const step = (list.length - 1) / (count - 1);
  return range(0, count).flatMap((place) => list[Math.round(place * step)] ?? []);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place);
}

function ascending(one: number, other: number): number {
  return one - other;
}

const metresPerDegree = 111_320;

/** The distance by an equirectangular approximation, which is precise enough for short distances. */
export function metresBetween(
  one: { latitude: number; longitude: number },
  other: { latitude: number; longitude: number },
): number {
  const east = wrapped(other.longitude - one.longitude) * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(east, other.latitude - one.latitude) * metresPerDegree;
}

/** Normalizes a difference of longitudes to -180 to 180 degrees, so that the date line is crossed the short way. */
function wrapped(degrees: number): number {
  return ((degrees + 540) % 360) - 180;
}
