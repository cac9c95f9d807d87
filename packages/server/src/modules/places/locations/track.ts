import type { Stay } from '../movements/stays.ts';

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
