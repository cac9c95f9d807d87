import { limits, metresBetween, metresOutside, type Place, type ZoneShape } from '@fairwatch/contract';
import type { RuleZone, ZoneIndex } from './zone-index.ts';

const { borderMetres, borderMaxMetres } = limits.alert;
/** A point that is less accurate than this, in metres, says nothing about zones. */
const worstAccuracy = 1000;

export interface Point extends Place {
  /** In metres. */
  accuracy: number;
  at: Date;
}

/** Whether a device is in a zone, and the time of the point that said so. */
export interface ZonePresence {
  inside: boolean;
  since: Date;
}

/** The zones of which it is known whether a device is inside; of all others it is outside, or nothing is known. */
export type ZonePresences = Map<number, ZonePresence>;

interface Crossing {
  zoneId: number;
  inside: boolean;
  at: Date;
}

/** A device that crossed the border of a zone. */
export interface DeviceCrossing extends Crossing {
  deviceId: number;
  /** When the zones of the device were last evaluated before this point; null for never. A rule that is newer has not seen it cross the border. */
  knownSince: Date | null;
}

/**
 * Moves a device on to its next point: changes `presences` and returns the borders that it crossed. It has crossed one once it is as far beyond
 * as the point is inaccurate, so that the noise of a device at a border is no crossing. Points before the latest crossing change nothing,
 * which makes it safe to evaluate a point again after a crash.
 */
export function crossBorders(index: ZoneIndex, presences: ZonePresences, point: Point): Crossing[] {
  if (point.accuracy > worstAccuracy) return [];
  const border = Math.min(borderMaxMetres, Math.max(borderMetres, point.accuracy));
  const crossings: Crossing[] = [];
  const move = (zone: RuleZone, inside: boolean) => {
    presences.set(zone.id, { inside, since: point.at });
    crossings.push({ zoneId: zone.id, inside, at: point.at });
  };
  for (const [zoneId, { inside, since }] of presences) {
    const zone = index.zones.get(zoneId);
    if (zone && inside && point.at > since && metresOutside(zone.area, point) > border) move(zone, false);
  }
  for (const zone of index.near(point)) {
    const known = presences.get(zone.id);
    if (known?.inside || (known && point.at <= known.since)) continue;
    if (metresOutside(zone.area, point) <= -Math.min(border, depthOf(zone.area))) move(zone, true);
  }
  return crossings;
}

const depths = new WeakMap<ZoneShape, number>();

/**
 * How deep inside a zone a place can be at least, in metres: the area divided by the length of the border. A device in a zone that is smaller
 * than its accuracy could otherwise never be inside.
 */
function depthOf(area: ZoneShape): number {
  if (area.shape === 'CIRCLE') return area.radius / 2;
  const known = depths.get(area);
  if (known !== undefined) return known;
  const depth = depthOfPolygon(area.corners);
  depths.set(area, depth);
  return depth;
}

function depthOfPolygon(corners: readonly (readonly [number, number])[]): number {
  const [first] = corners;
  if (first === undefined) return 0;
  const [originEast, originNorth] = first;
  const north = metresBetween(
    { latitude: originNorth, longitude: originEast },
    { latitude: originNorth + 0.001, longitude: originEast },
  );
  const east = metresBetween(
    { latitude: originNorth, longitude: originEast },
    { latitude: originNorth, longitude: originEast + 0.001 },
  );
  const flat = corners.map(
    ([x, y]) => [((x - originEast) / 0.001) * east, ((y - originNorth) / 0.001) * north] as const,
  );
  let doubled = 0;
  let length = 0;
  for (const [place, [x, y]] of flat.entries()) {
    const [nextX, nextY] = flat[(place + 1) % flat.length] ?? [x, y];
    doubled += x * nextY - nextX * y;
    length += Math.hypot(nextX - x, nextY - y);
  }
  return length === 0 ? 0 : Math.abs(doubled) / 2 / length;
}
