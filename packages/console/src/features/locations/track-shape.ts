import type { Track, TrackPoint } from '@fairwatch/contract';

/** A point of a track with the words of its place. */
export interface NamedPoint {
  id: number;
  /** Milliseconds. */
  at: number;
  latitude: number;
  longitude: number;
  /** Metres. */
  accuracy: number;
  nickname: string;
  address: string;
  timezone: string;
}

/** Gives a compact point its names back. */
export function named({ places }: Pick<Track, 'places'>, point: TrackPoint): NamedPoint {
  const [id, at, latitude, longitude, accuracy, place] = point;
  const { nickname = '', address = '', timezone = '' } = places[place] ?? {};
  return { id, at, latitude, longitude, accuracy, nickname, address, timezone };
}

/** What to call a place where there is little room: its name, or the beginning of its address. */
export function shortName({ nickname, address }: Pick<NamedPoint, 'nickname' | 'address'>): string {
  return nickname === '' ? (address.split(',', 1)[0] ?? '') : nickname;
}

/** Where a device was at a moment: on the straight line between the points around it. */
export interface Position {
  latitude: number;
  longitude: number;
  /** The point it has passed last. */
  passed: number;
}

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

/** How long the way was, in metres. What a phone wanders while it rests is noise, not a way. */
export function distanceOf({ points, stops }: Pick<Track, 'points' | 'stops'>): number {
  const moving = points.filter(([, at]) => !stops.some(({ from, to }) => at > from && at < to));
  return moving.slice(1).reduce((sum, point, place) => sum + metresBetween(moving[place] ?? point, point), 0);
}

const earthMetres = 6_371_008;
const radians = Math.PI / 180;

function metresBetween([, , latitude, longitude]: TrackPoint, [, , toLatitude, toLongitude]: TrackPoint): number {
  const north = Math.sin(((toLatitude - latitude) * radians) / 2);
  const east = Math.sin(((toLongitude - longitude) * radians) / 2);
  const part = north ** 2 + Math.cos(latitude * radians) * Math.cos(toLatitude * radians) * east ** 2;
  return 2 * earthMetres * Math.asin(Math.sqrt(part));
}
