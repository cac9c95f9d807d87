import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';

/** Makes other starts of runs of this admin wait until the end of the transaction, so that together they cannot exceed a limit. */
export async function lockRequester(transaction: Database, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('runs'), (${userId}::bigint % 2147483647)::int)`.execute(transaction);
}

/** Counts the waiting items of all runs of an admin, up to a limit, and the bytes of their unfinished runs. */
export async function findOpenWork(
  db: Database,
  userId: number,
  atMost: number,
): Promise<{ waiting: number; bytes: number }> {
  const { rows } = await sql<{ waiting: number; bytes: number }>`
    select (select count(*)::int from (
        select from run_items i join runs r on r.id = i.run_id
        where r.requested_by = ${userId} and r.finished_at is null and num_nulls(i.finished_at) = 1 and i.state = 'WAITING'
        limit ${atMost}) as counted) as waiting,
      (select coalesce(sum(r.bytes), 0)::bigint from runs r where r.requested_by = ${userId} and r.finished_at is null) as bytes`.execute(
    db,
  );
  return rows[0] ?? { waiting: 0, bytes: 0 };
}

/**
 * Finds those of these devices for which so many more commands of this admin would be too many: over all their runs, or over those of
 * everyone. Plan: `run_items_unfinished` for each device.
 */
export async function findFullDevices(
  db: Database,
  { userId, deviceIds, adding }: { userId: number; deviceIds: readonly number[]; adding: number },
  { perAdmin, inAll }: { perAdmin: number; inAll: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from unnest(${deviceIds}::bigint[]) as d (id) cross join lateral (
      select count(*) filter (where w.requested_by = ${userId}) as own, count(*) as total from run_items w
      where w.device_id = d.id and w.finished_at is null and w.kind = 'COMMAND') as waiting
    where waiting.own + ${adding}::int > ${perAdmin}::int or waiting.total + ${adding}::int > ${inAll}::int`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The size of what did not succeed in a run, on devices that have not left. */
export async function measureUnsuccessful(
  db: Database,
  runId: number,
): Promise<{ items: number; bytes: number; commandsPerDevice: number; deviceIds: number[] }> {
  const { rows } = await sql<{ deviceId: number; items: number; commands: number; bytes: number }>`
    select i.device_id as "deviceId", count(*)::int as items, (count(*) filter (where i.kind = 'COMMAND'))::int as commands,
      sum(octet_length(i.params::text) + octet_length(i.details::text))::bigint as bytes
    from run_items i join devices d on d.id = i.device_id and d.left_at is null
    where i.run_id = ${runId} and i.state in ('FAILED', 'EXPIRED', 'CANCELLED', 'SKIPPED') group by 1 order by 1`.execute(
    db,
  );
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    items: sum(({ items }) => items),
    bytes: sum(({ bytes }) => bytes),
    commandsPerDevice: rows.reduce((most, { commands }) => Math.max(most, commands), 0),
    deviceIds: rows.map(({ deviceId }) => deviceId),
  };
}
