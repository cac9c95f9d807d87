import type { Capability } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../database/list-sql.ts';
import { writeSetting } from './settings.store.ts';

/** Where the rows of one kind lie, and the time from which their days count; a row without that time stays. */
export interface RetainedRows {
  table: string;
  since: 'received_at' | 'finished_at' | 'created_at';
  /** Only the rows that came under this capability, where a table holds those of several. */
  capability?: Capability;
}

/** What was set for a kind, by whom and when. */
export interface RetentionSetting {
  days: number;
  changedBy: string;
  changedAt: string;
}

const prefix = 'retention.';
/** Any number that nobody else uses: one server deletes at a time. */
const deletionLock = 5_274_302;

function overdue({ since }: RetainedRows, days: number): RawBuilder<unknown> {
  return sql`${sql.id(since)} < now() - ${days} * interval '1 day'`;
}

function ofKind({ capability }: RetainedRows): RawBuilder<unknown> {
  return capability === undefined ? sql`true` : sql`capability = ${capability}`;
}

/** How many rows there are, and how many of them have had their days. */
export async function countRows(
  db: Database,
  kept: RetainedRows,
  days: number,
): Promise<{ rows: number; due: number }> {
  const { rows } = await sql<{ rows: number; due: number }>`
    select count(${sql.id(kept.since)}) as rows, count(*) filter (where ${overdue(kept, days)}) as due
    from ${sql.id(kept.table)} where ${ofKind(kept)}`.execute(db);
  return rows[0] ?? { rows: 0, due: 0 };
}

/**
 * Deletes the oldest rows that have had their days, at most so many. Gives back the device of each, null where it is about
 * none. Rows that somebody works on right now are left for the next time: this statement waits for nobody.
 */
export async function deleteDueRows(
  db: Database,
  kept: RetainedRows,
  days: number,
  limit: number,
): Promise<(number | null)[]> {
  const table = sql.id(kept.table);
  const { rows } = await sql<{ deviceId: number | null }>`
    with due as materialized (
      select id from ${table} where ${ofKind(kept)} and ${overdue(kept, days)}
      order by ${sql.id(kept.since)} limit ${limit} for update skip locked
    )
    delete from ${table} using due where ${table}.id = due.id
    returning ${table}.device_id as "deviceId"`.execute(db);
  return rows.map(({ deviceId }) => deviceId);
}

/** Works while no other server does the same; gives back whether it did. The lock ends with its connection. */
export async function whileAloneDeleting(db: Database, work: (db: Database) => Promise<void>): Promise<boolean> {
  return await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(${deletionLock}) as locked`.execute(connection);
    if (rows[0]?.locked !== true) return false;
    try {
      await work(connection);
      return true;
    } finally {
      await sql`select pg_advisory_unlock(${deletionLock})`.execute(connection);
    }
  });
}

/** What was set, by kind. A kind that is missing keeps its default. */
export async function readRetention(db: Database): Promise<Map<string, RetentionSetting>> {
  const { rows } = await sql<RetentionSetting & { kind: string }>`
    select distinct on (s.key) substr(s.key, ${prefix.length + 1}) as kind, (s.value #>> '{}')::int as days,
      c.changed_by_name as "changedBy", ${isoTime(sql`c.changed_at`)} as "changedAt"
    from settings s join settings_changes c on c.key = s.key
    where starts_with(s.key, ${prefix}) order by s.key, c.id desc`.execute(db);
  return new Map(rows.map(({ kind, ...setting }) => [kind, setting]));
}

/** Sets the days of a kind and writes down who did it. Call it in a transaction. */
export async function writeRetention(
  db: Database,
  change: { kind: string; before: number; after: number },
  by: { userId: number; username: string },
): Promise<void> {
  await writeSetting(db, { key: `${prefix}${change.kind}`, before: change.before, after: change.after }, by);
}
