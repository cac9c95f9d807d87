import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';

const hasNoItemLeft: RawBuilder<boolean> = sql`not exists (
  select from run_items i where i.run_id = r.id and num_nulls(i.finished_at) = 1)`;

/**
 * Finishes those of these runs that have no waiting or open item left, or of all unfinished runs when null. Returns the ids of those that
 * it finished. Plan: `runs` by primary key or `runs_unfinished`, then `run_items_unfinished_of_run`.
 */
export async function finishRuns(db: Database, runIds: readonly number[] | null): Promise<number[]> {
  const concerned = runIds === null ? sql`true` : sql`r.id = any(${runIds}::bigint[])`;
  const { rows } = await sql<{ id: number }>`
    select r.id from runs r where r.finished_at is null and ${concerned} and ${hasNoItemLeft}`.execute(db);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return await db.transaction().execute(async (transaction) => {
    // Whoever appends an item locks the run first. The second statement sees what was appended before this lock.
    const locked = await sql<{ id: number }>`
      select id from runs where id = any(${ids}::bigint[]) and finished_at is null order by id for update skip locked`.execute(
      transaction,
    );
    const finished = await sql<{ id: number }>`
      update runs r set finished_at = now(), counts = (
        select coalesce(jsonb_object_agg(state, n), '{}') from (
          select i.state, count(*) as n from run_items i where i.run_id = r.id group by i.state) as counted)
      where r.id = any(${locked.rows.map(({ id }) => id)}::bigint[]) and ${hasNoItemLeft}
      returning r.id`.execute(transaction);
    return finished.rows.map(({ id }) => id);
  });
}

export interface FinishedRun {
  runId: number;
  title: string;
  requestedBy: number;
  /** The schedule that started it; null for an admin. */
  scheduleId: number | null;
  cancelled: boolean;
  counts: Record<string, number>;
}

/** Marks finished runs as announced and returns them, each once. The caller notifies their admins in the same transaction. */
export async function takeUnannounced(db: Database): Promise<FinishedRun[]> {
  const { rows } = await sql<FinishedRun>`
    with due as (
      select id from runs where finished_at is not null and announced_at is null and announce_after <= now()
      order by id for update skip locked
    )
    update runs r set announced_at = now() from due where r.id = due.id
    returning r.id as "runId", r.title, r.requested_by as "requestedBy", r.schedule_id as "scheduleId",
      r.cancelled_at is not null as cancelled, r.counts`.execute(db);
  return rows;
}
