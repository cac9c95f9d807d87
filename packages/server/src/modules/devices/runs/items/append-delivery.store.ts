import { limits, type AuditDetails, type Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import { AppError } from '../../../../core/app-error.ts';
import { storableJson } from '../../../../core/storable-text.ts';
import type { Database } from '../../../../shared/schema/schema.ts';
import { lastTurn } from '../runs.store.ts';

export interface DeliveryRun {
  id: number;
  action: string;
  deviceId: number | null;
  cancelled: boolean;
}

/** Locks a run until the end of the transaction, so that it does not finish while an item is appended. */
export async function lockDeliveryRun(
  db: Database,
  { clientId, requestedBy }: { clientId: string; requestedBy: number },
): Promise<DeliveryRun | undefined> {
  const { rows } = await sql<DeliveryRun>`
    select id, action, device_id as "deviceId", cancelled_at is not null as cancelled from runs
    where client_id = ${clientId} and requested_by = ${requestedBy} for update`.execute(db);
  return rows[0];
}

interface AppendedItem {
  deviceId: number;
  requestedBy: number;
  /** The bytes of `params` and `details`. */
  bytes: number;
  capability: Capability;
  params: Readonly<Record<string, unknown>>;
  details: Readonly<AuditDetails>;
  /** The title of a run with this number of files. */
  titleOf(files: number): string;
}

/** How long the notification that a run has finished waits for further files. */
const announceAfter = sql`now() + interval '15 seconds'`;

/** Appends an item to a locked run unless it has the same one already, and lets the run go on. */
export async function appendItem(db: Database, { id, cancelled }: DeliveryRun, item: AppendedItem): Promise<void> {
  const params = storableJson(item.params);
  const counted = await sql<{ items: number; same: boolean }>`
    select count(*)::int as items, coalesce(bool_or(params = ${params}::jsonb), false) as same
    from run_items where run_id = ${id}`.execute(db);
  const { items = 0, same = false } = counted.rows[0] ?? {};
  if (same) return;
  if (items >= limits.run.filesPerRun) throw new AppError('too_many_items', { count: limits.run.filesPerRun });
  await sql`
    insert into run_items (run_id, requested_by, turn, device_id, kind, command_type, capability, params, details, state, reason, finished_at)
    values (${id}, ${item.requestedBy}, ${lastTurn(item.requestedBy, sql`${item.deviceId}`)} + 1, ${item.deviceId}, 'COMMAND', 'RECEIVE_FILES', ${item.capability}, ${params}::jsonb,
      ${storableJson(item.details)}::jsonb, ${cancelled ? 'CANCELLED' : 'WAITING'},
      ${cancelled ? 'The run was cancelled before.' : ''}, ${cancelled ? sql`now()` : null})`.execute(db);
  await sql`
    update runs set finished_at = null, counts = null, announced_at = null, announce_after = ${announceAfter}, bytes = bytes + ${item.bytes},
      title = ${item.titleOf(items + 1)}
    where id = ${id}`.execute(db);
}
