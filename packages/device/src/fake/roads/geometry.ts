/** Latitude and longitude. */
export type Point = readonly [latitude: number, longitude: number];

export const metresPerDegree = 111_320;

export function metresBetween([latitude, longitude]: Point, other: Point): number {
  const east = (other[1] - longitude) * Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(east, other[0] - latitude) * metresPerDegree;
}

/** A point moved by so many metres. */
export function shifted([latitude, longitude]: Point, north: number, east: number): Point {
  return [
    latitude + north / metresPerDegree,
    longitude + east / (metresPerDegree * Math.cos((latitude * Math.PI) / 180)),
  ];
}

export function pointBetween(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** How far along a segment the nearest place to a point is, from 0 to 1. */
export function shareAlong(point: Point, from: Point, to: Point): number {
  const narrow = Math.cos((point[0] * Math.PI) / 180) ** 2;
  const [north, east] = [to[0] - from[0], to[1] - from[1]];
  const length = north * north + east * east * narrow;
  if (length === 0) return 0;
  const along = (point[0] - from[0]) * north + (point[1] - from[1]) * east * narrow;
  return Math.max(0, Math.min(1, along / length));
}

/** The places in a line without which it would change by more than so many metres (Douglas-Peucker), first and last included. */
export function bendsOf(line: readonly Point[], tolerance: number): number[] {
  const bends = new Set([0, line.length - 1]);
  const parts: [from: number, to: number][] = [[0, line.length - 1]];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [from, to] = part;
    const [first, last] = [line[from], line[to]];
    if (first === undefined || last === undefined) continue;
    let [farthest, at] = [tolerance, -1];
    for (let place = from + 1; place < to; place += 1) {
      const point = line[place] ?? first;
      const off = metresBetween(point, pointBetween(first, last, shareAlong(point, first, last)));
      if (off > farthest) [farthest, at] = [off, place];
    }
    if (at === -1) continue;
    bends.add(at);
    parts.push([from, at], [at, to]);
  }
  return [...bends].toSorted((one, other) => one - other);
}
