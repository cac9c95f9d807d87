import { capabilityNames, type Capability, type KeptDays } from '@fairwatch/contract';
import type { Database } from '../../../shared/schema/schema.ts';
import { readRetention } from './retention.store.ts';
import { retainedKinds } from './retention.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';

/**
 * Reads for how many days the data of each capability is kept. A capability with a table is kept as long as its rows, a
 * capture as long as its file, and a message to the person as long as the list of messages.
 */
export async function readKeptDays(db: Database, tables: readonly RowTable[]): Promise<KeptDays> {
  const settings = await readRetention(db);
  const daysOf = new Map<string, number>(
    retainedKinds(tables).map(({ kind, defaultDays }) => [kind, settings.get(kind)?.days ?? defaultDays]),
  );
  const kept = capabilityNames.map((capability) => [capability, daysOf.get(kindOf(tables, capability)) ?? null]);
  return Object.fromEntries(kept) as KeptDays;
}

/** Returns the retention kind of a capability's data. */
function kindOf(tables: readonly RowTable[], capability: Capability): string {
  const table = tables.find(({ feature }) => feature.capability === capability);
  if (table) return table.feature.id;
  return capability === 'NOTIFICATIONS' ? 'push-notifications' : `files.${capability.toLowerCase()}`;
}
