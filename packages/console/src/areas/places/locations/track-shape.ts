import { nearestLongitude } from '../../../core/map-canvas/geo-features.ts';
import type { Track, TrackPoint, TrackStop } from '@fairwatch/contract';

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

/** The name of a stop: that of its zone, or the short name of its place. */
export function stopName(
  { places }: Pick<Track, 'places'>,
  { zone, place }: Pick<TrackStop, 'zone' | 'place'>,
): string {
  return zone ?? shortName(places[place] ?? { nickname: '', address: '' });
}

/** The interpolated position of a device at a moment. */
export interface Position {
  latitude: number;
  longitude: number;
  /** The index of the last point before the moment. */
  passed: number;
}

/** Interpolates on the straight line between the two points around `at`, the short way around the earth; null for a track without points. */
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
    longitude: from[3] + (nearestLongitude(to[3], from[3]) - from[3]) * share,
    passed: low,
  };
}
