import { boxOf, type Box, type Place, type ZoneShape } from '@fairwatch/contract';

/** A zone that rules are about. */
export interface RuleZone {
  id: number;
  name: string;
  area: ZoneShape;
  /** When its area last changed: what was known of it before says nothing. */
  changedAt: Date;
}

/** The side of a cell of the grid in degrees: about 11 km from south to north. */
const cellDegrees = 0.1;
const columns = Math.ceil(360 / cellDegrees);
/** Zones over more cells than this are few, and are kept in a list of their own. */
const cellsAtMost = 256;

interface BoxedZone {
  zone: RuleZone;
  box: Box;
}

/** Finds the zones near a place without trying all of them. */
export interface ZoneIndex {
  readonly zones: ReadonlyMap<number, RuleZone>;
  /** The zones whose box contains the place. */
  near(place: Place): RuleZone[];
}

export function createZoneIndex(zones: readonly RuleZone[]): ZoneIndex {
  const cells = new Map<number, BoxedZone[]>();
  const wide: BoxedZone[] = [];
  for (const zone of zones) {
    const boxed = { zone, box: boxOf(zone.area) };
    const keys = cellsOf(boxed.box);
    if (keys === null) wide.push(boxed);
    else for (const key of keys) cells.set(key, [...(cells.get(key) ?? []), boxed]);
  }
  return {
    zones: new Map(zones.map((zone) => [zone.id, zone])),
    near(place) {
      const found: RuleZone[] = [];
      for (const { zone, box } of cells.get(cellOf(row(place.latitude), column(place.longitude))) ?? [])
        if (contains(box, place)) found.push(zone);
      for (const { zone, box } of wide) if (contains(box, place)) found.push(zone);
      return found;
    },
  };
}

const row = (latitude: number) => Math.floor((latitude + 90) / cellDegrees);
const column = (longitude: number) => Math.floor((longitude + 180) / cellDegrees);
const cellOf = (north: number, east: number) => north * columns + east;

/** The cells that a box touches; null when they are too many. */
function cellsOf({ west, east, south, north }: Box): number[] | null {
  const [bottom, top, left, right] = [row(south), row(north), column(west), column(east)];
  if ((top - bottom + 1) * (right - left + 1) > cellsAtMost) return null;
  const keys: number[] = [];
  for (let up = bottom; up <= top; up += 1)
    for (let along = left; along <= right; along += 1) keys.push(cellOf(up, along));
  return keys;
}

function contains({ west, east, south, north }: Box, { latitude, longitude }: Place): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}
