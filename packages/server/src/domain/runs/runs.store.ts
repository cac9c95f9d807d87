import type { AdminRole, RunAction } from '@fairwatch/contract';
import { sql } from 'kysely';
import { storableJson } from '../../core/storable-text.ts';
import type { Database } from '../schema/schema.ts';
import type { RunStep } from './run-steps.ts';

/** Who a run is for: the admin who started it, or whose schedule did. */
export interface Requester {
  userId: number;
  username: string;
  adminRole: AdminRole;
}

export interface NewRun {
  clientId: string;
  action: RunAction['action'];
  title: string;
  requestedBy: number;
  schedule: { id: number; name: string } | null;
  reason: string;
  deviceIds: readonly number[];
}

/**
 * Inserts a run without items. Null when this admin has a run with this client id: then a repeated request must answer with that one.
 */
export async function insertRun(db: Database, run: NewRun): Promise<number | null> {
  const { clientId, action, title, requestedBy, schedule, reason, deviceIds } = run;
  const [only, ...others] = deviceIds;
  const { rows } = await sql<{ id: number }>`
    insert into runs (client_id, action, title, requested_by, schedule_id, schedule_name, reason, devices, device_id)
    values (${clientId}, ${action}, ${title}, ${requestedBy}, ${schedule?.id ?? null}, ${schedule?.name ?? null}, ${reason},
      ${deviceIds.length}, ${others.length === 0 ? (only ?? null) : null})
    on conflict (requested_by, client_id) do nothing returning id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Finds the run that this admin started with this client id; undefined when there is none. */
export async function findRunByClientId(
  db: Database,
  { clientId, requestedBy }: { clientId: string; requestedBy: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from runs where client_id = ${clientId} and requested_by = ${requestedBy}`.execute(db);
  return rows[0]?.id;
}

/** Like `findRunByClientId`, for a run that exists because its insert found it. */
export async function requireRunByClientId(
  db: Database,
  run: { clientId: string; requestedBy: number },
): Promise<number> {
  const id = await findRunByClientId(db, run);
  if (id === undefined) throw new Error('A run that prevented an insert exists.');
  return id;
}

/** Inserts each step for each device, in the order of the steps. */
export async function insertItems(
  db: Database,
  runId: number,
  deviceIds: readonly number[],
  steps: readonly RunStep[],
): Promise<void> {
  await sql`
    insert into run_items (run_id, device_id, kind, command_type, capability, params, details)
    select ${runId}, d.id, s.kind, s.command_type, s.capability, s.params, s.details
    from unnest(${steps.map(({ kind }) => kind)}::text[], ${steps.map(({ commandType }) => commandType)}::text[],
      ${steps.map(({ capability }) => capability)}::text[], ${steps.map(({ params }) => storableJson(params))}::jsonb[],
      ${steps.map(({ details }) => storableJson(details))}::jsonb[])
      with ordinality as s (kind, command_type, capability, params, details, place)
      cross join unnest(${deviceIds}::bigint[]) as d (id)
    order by s.place, d.id`.execute(db);
}

/** Counts the waiting items of all runs of an admin, up to a limit. */
export async function countWaitingItems(db: Database, userId: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from run_items i join runs r on r.id = i.run_id
      where r.requested_by = ${userId} and r.finished_at is null and num_nulls(i.finished_at) = 1 and i.state = 'WAITING' limit ${limit}) as waiting`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Finds whether a client takes several files in one command; false for a device that does not exist. */
export async function takesLists(db: Database, deviceId: number): Promise<boolean> {
  const { rows } = await sql<{ lists: boolean }>`
    select coalesce((offers -> 'lists')::boolean, false) as lists from devices where id = ${deviceId}`.execute(db);
  return rows[0]?.lists ?? false;
}

/**
 * Starts items again that did not succeed, as items of a new run, in their order. Devices that have left are left out. Returns the ids
 * of the devices.
 */
export async function copyUnsuccessfulItems(db: Database, from: number, to: number): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    insert into run_items (run_id, device_id, kind, command_type, capability, params, details)
    select ${to}, i.device_id, i.kind, i.command_type, i.capability, i.params, i.details
    from run_items i join devices d on d.id = i.device_id and d.left_at is null
    where i.run_id = ${from} and i.state in ('FAILED', 'EXPIRED', 'CANCELLED', 'SKIPPED') order by i.id
    returning device_id as "deviceId"`.execute(db);
  return [...new Set(rows.map(({ deviceId }) => deviceId))];
}

/** Finds the devices of items that did not succeed and that have not left. */
export async function findUnsuccessfulDevices(db: Database, runId: number): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    select distinct i.device_id as "deviceId" from run_items i join devices d on d.id = i.device_id and d.left_at is null
    where i.run_id = ${runId} and i.state in ('FAILED', 'EXPIRED', 'CANCELLED', 'SKIPPED') order by 1`.execute(db);
  return rows.map(({ deviceId }) => deviceId);
}

/** Deletes finished runs and their items after their retention. */
export async function deleteOldRuns(db: Database, keptMs: number): Promise<void> {
  await sql`
    with old as (
      delete from runs where finished_at < now() - ${keptMs} * interval '1 millisecond' returning id
    )
    delete from run_items where run_id in (select id from old)`.execute(db);
}
