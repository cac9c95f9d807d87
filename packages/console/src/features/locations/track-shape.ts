import type { Track, TrackPoint } from '@fairwatch/contract';

/** A point of a track with the name and address of its place. */
export interface NamedPoint {
  id: number;
  /** Unix time in milliseconds. */
  at: number;
  latitude: number;
  longitude: number;
  /** Metres. */
  accuracy: number;
  nickname: string;
  address: string;
  timezone: string;
}

/** Expands a compact point with the data of its place. */
export function expandPoint({ places }: Pick<Track, 'places'>, point: TrackPoint): NamedPoint {
  const [id, at, latitude, longitude, accuracy, place] = point;
  const { nickname = '', address = '', timezone = '' } = places[place] ?? {};
  return { id, at, latitude, longitude, accuracy, nickname, address, timezone };
}

/** The short name of a place: its nickname, or the first part of its address. */
export function shortName({ nickname, address }: Pick<NamedPoint, 'nickname' | 'address'>): string {
  return nickname === '' ? (address.split(',', 1)[0] ?? '') : nickname;
}

/** The interpolated position of a device at a moment. */
export interface Position {
  latitude: number;
  longitude: number;
  /** The index of the last point before the moment. */
  passed: number;
}

/** Interpolates on the straight line between the two points around `at`; null for a track without points. */
export function positionAt(points: readonly TrackPoint[], at: number): Position | null {
  const [first] = points;
  if (!first) return null;
  let low = 0;
  let high = points.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((points[middle]?.[1] ?? Infinity) <= at) low = middle;
    else high = middle - 1;
  }
  const from = points[low] ?? first;
  const to = points[low + 1] ?? from;
  const share = to[1] === from[1] ? 0 : Math.min(1, Math.max(0, (at - from[1]) / (to[1] - from[1])));
  return {
    latitude: from[2] + (to[2] - from[2]) * share,
    longitude: from[3] + (to[3] - from[3]) * share,
    passed: low,
  };
}

/** The length of a track in metres. Points inside stops are ignored, because movement there is measurement noise. */
export function distanceOf({ points, stops }: Pick<Track, 'points' | 'stops'>): number {
  const moving = points.filter(([, at]) => !stops.some(({ from, to }) => at > from && at < to));
  return moving.slice(1).reduce((sum, point, index) => sum + metresBetween(moving[index] ?? point, point), 0);
}

const earthRadiusMetres = 6_371_008;
const radiansPerDegree = Math.PI / 180;

function metresBetween([, , latitude, longitude]: TrackPoint, [, , toLatitude, toLongitude]: TrackPoint): number {
  const north = Math.sin(((toLatitude - latitude) * radiansPerDegree) / 2);
  const east = Math.sin(((toLongitude - longitude) * radiansPerDegree) / 2);
  const part = north ** 2 + Math.cos(latitude * radiansPerDegree) * Math.cos(toLatitude * radiansPerDegree) * east ** 2;
  return 2 * earthRadiusMetres * Math.asin(Math.sqrt(part));
}
