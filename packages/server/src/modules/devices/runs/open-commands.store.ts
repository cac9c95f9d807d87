import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';

/** Counts the devices that have an open command: what a run has for them waits until it ended. Plan: `commands_one_open`. */
export async function countBusyDevices(db: Database, deviceIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from commands c where c.finished_at is null and c.device_id = any(${deviceIds}::bigint[])`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** True for a waiting item `i` whose device has an open command that is not of the item's own run. Plan: `commands_one_open`. */
const waitsForOthers = sql<boolean>`exists (
  select from commands other where other.device_id = i.device_id and other.finished_at is null
    and not exists (
      select from run_items own where own.run_id = i.run_id and own.device_id = i.device_id and own.command_id = other.id))`;

/**
 * Counts the devices of a run that wait for an open command which the run did not give. Plan: the unfinished items of the run by
 * `run_items_unfinished_of_run`, then `commands_one_open` for each.
 */
export async function countWaitingDevices(db: Database, runId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct i.device_id)::int as count from run_items i
    where i.run_id = ${runId} and num_nulls(i.finished_at) = 1 and i.state = 'WAITING' and i.kind = 'COMMAND' and ${waitsForOthers}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/**
 * What a waiting item `i` of a device that the admin sees waits for: `COMMAND`, an open command that is not of its run; `STEP`, an earlier
 * step of its run. Null when it is not known to wait for either.
 */
export function waitsFor(isNamed: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`case when i.state <> 'WAITING' or i.kind <> 'COMMAND' or not ${isNamed} then null
    when ${waitsForOthers} then 'COMMAND'
    when exists (
      select from run_items own where own.run_id = i.run_id and own.device_id = i.device_id and own.state = 'OPEN') then 'STEP' end`;
}
