import type { InfoGroup } from '@fairwatch/contract';
import { clip } from '../text/clip.ts';
import type { RowOf } from './handlers.ts';

/** Something that a device knows about itself. */
export interface Fact {
  name: string;
  /** Null when the device does not know it; such facts are left out. */
  value: string | null;
  used?: number;
  total?: number;
}

export type GroupedFacts = readonly (readonly [InfoGroup, readonly Fact[]])[];

/** The order in which a console shows the groups. */
const groupOrder: readonly InfoGroup[] = ['IDENTITY', 'SYSTEM', 'BATTERY', 'NETWORK', 'STORAGE', 'SCREEN'];

/** Converts facts to the rows of an Update. */
export function infoRows(groups: GroupedFacts): RowOf<'device-info'>[] {
  return groups
    .toSorted(([one], [other]) => groupOrder.indexOf(one) - groupOrder.indexOf(other))
    .flatMap(([group, facts]) => facts.map((fact) => ({ group, ...fact })))
    .flatMap(({ value, ...fact }) => (value === null || value === '' ? [] : [{ ...fact, value }]))
    .map(({ group, name, value, used, total }, position) => ({
      key: `${group}/${name}`,
      group,
      name,
      value: clip(value, 300),
      used: used ?? null,
      total: total ?? null,
      position,
    }));
}
