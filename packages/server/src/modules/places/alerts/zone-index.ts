import { boxOf, type Place, type ZoneShape } from '@fairwatch/contract';
import RBush, { type BBox } from 'rbush';

/** A zone that rules are about. */
export interface RuleZone {
  id: number;
  name: string;
  area: ZoneShape;
  /** When its area last changed: what was known of it before says nothing. */
  changedAt: Date;
}

/** Finds the zones near a place without trying all of them. */
export interface ZoneIndex {
  readonly zones: ReadonlyMap<number, RuleZone>;
  /** The zones whose box contains the place. */
  near(place: Place): RuleZone[];
}

export function createZoneIndex(zones: readonly RuleZone[]): ZoneIndex {
  const tree = new RBush<BBox & { zone: RuleZone }>();
  tree.load(
    zones.map((zone) => {
      const { west, east, south, north } = boxOf(zone.area);
      return { minX: west, maxX: east, minY: south, maxY: north, zone };
    }),
  );
  return {
    zones: new Map(zones.map((zone) => [zone.id, zone])),
    near: ({ latitude, longitude }) =>
      tree.search({ minX: longitude, maxX: longitude, minY: latitude, maxY: latitude }).map(({ zone }) => zone),
  };
}
