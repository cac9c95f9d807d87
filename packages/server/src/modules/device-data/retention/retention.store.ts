import type { Capability } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { isoTime } from '../../../core/database/list-sql.ts';
import { writeSetting } from '../../../shared/settings/settings.store.ts';

/** The table of one kind of data, and the column from which its days count; a row without that time is kept. */
export interface RetainedRows {
  table: string;
  since: 'received_at' | 'finished_at' | 'created_at';
  /** Limits it to the rows of this capability, where a table has those of several. */
  capability?: Capability;
}

/** The setting of a kind, with who set it and when. */
export interface RetentionSetting {
  days: number;
  changedBy: string;
  changedAt: string;
}

const prefix = 'retention.';
function isDue({ since }: RetainedRows, days: number): RawBuilder<unknown> {
  return sql`${sql.id(since)} < now() - ${days} * interval '1 day'`;
}

function isOfKind({ capability }: RetainedRows): RawBuilder<unknown> {
  return capability === undefined ? sql`true` : sql`capability = ${capability}`;
}

/** Counts the rows, and those that are due for deletion. */
export async function countRows(
  db: Database,
  kept: RetainedRows,
  days: number,
): Promise<{ rows: number; due: number }> {
  const { rows } = await sql<{ rows: number; due: number }>`
    select count(${sql.id(kept.since)}) as rows, count(*) filter (where ${isDue(kept, days)}) as due
    from ${sql.id(kept.table)} where ${isOfKind(kept)}`.execute(db);
  return rows[0] ?? { rows: 0, due: 0 };
}

/**
 * Deletes the oldest due rows, at most `limit`, and returns the device of each; null where it belongs to none. Locked rows
 * are skipped until the next run. Plan: the index on the `since` column gives the due rows in order; they are deleted by
 * primary key.
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
      select id from ${table} where ${isOfKind(kept)} and ${isDue(kept, days)}
      order by ${sql.id(kept.since)} limit ${limit} for update skip locked
    )
    delete from ${table} using due where ${table}.id = due.id
    returning ${table}.device_id as "deviceId"`.execute(db);
  return rows.map(({ deviceId }) => deviceId);
}

/** Reads the settings by kind. A missing kind has its default. */
export async function readRetention(db: Database): Promise<Map<string, RetentionSetting>> {
  const { rows } = await sql<RetentionSetting & { kind: string }>`
    select distinct on (s.key) substr(s.key, ${prefix.length + 1}) as kind, (s.value #>> '{}')::int as days,
      c.changed_by_name as "changedBy", ${isoTime(sql`c.changed_at`)} as "changedAt"
    from settings s join settings_changes c on c.key = s.key
    where starts_with(s.key, ${prefix}) order by s.key, c.id desc`.execute(db);
  return new Map(rows.map(({ kind, ...setting }) => [kind, setting]));
}

/** Sets the days of a kind and logs who did it. The caller opens the transaction. */
export async function writeRetention(
  db: Database,
  change: { kind: string; before: number; after: number },
  by: { userId: number; username: string },
): Promise<void> {
  await writeSetting(db, { key: `${prefix}${change.kind}`, before: change.before, after: change.after }, by);
}
