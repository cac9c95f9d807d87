import { setTimeout as delay } from 'node:timers/promises';
import type { Capability } from '@fairwatch/contract';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import { publishChanges } from '../../../shared/device-state/publish-changes.ts';
import type { Services } from '../../../shared/services/services.ts';
import { readFace, unusedKinds } from '../../../shared/settings/preset.store.ts';
import { deleteSomeOfKind } from './kinds-data.store.ts';

interface Pace {
  rowsPerStep?: number;
  pauseMs?: number;
  /** Ends the run after the current step. */
  signal?: AbortSignal;
}

/**
 * Deletes everything that was collected of the kinds that are not used. It runs when kinds are taken away and once a minute: what came in
 * at that moment goes too, and a server that stops in the middle loses nothing but time.
 */
export async function deleteUnusedKinds(
  services: Services,
  tables: readonly RowTable[],
  pace: Pace = {},
): Promise<void> {
  for (const kind of unusedKinds(await readFace(services.db))) await deleteKind(services, tables, kind, pace);
}

/** Deletes the data of a kind in small steps with a pause after each, so that nobody waits for its locks. */
export async function deleteKind(
  { db, bus, log }: Pick<Services, 'db' | 'bus' | 'log'>,
  tables: readonly RowTable[],
  kind: Capability,
  { rowsPerStep = 1000, pauseMs = 20, signal }: Pace = {},
): Promise<void> {
  let rows = 0;
  for (;;) {
    if (signal?.aborted) break;
    const deviceIds = await deleteSomeOfKind(db, tables, kind, rowsPerStep);
    if (deviceIds.length === 0) break;
    rows += deviceIds.length;
    for (const { feature } of tables.filter((table) => table.feature.capability === kind)) {
      publishChanges(bus, feature.id, deviceIds);
    }
    await delay(pauseMs, undefined, signal && { signal }).catch(() => undefined);
  }
  if (rows > 0) log.info({ event: 'kinds.rows_deleted', kind, rows }, 'Deleted data of a kind that is not used');
}
