import { sql } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Sees to it that every table of device rows is counted, so that no migration of a new feature has to remember it. Such
 * a table has the device, the device's own key of the row, and when it was received.
 */
export async function countRowTables(db: Database): Promise<void> {
  const { rows } = await sql<{ possible: boolean }>`
    select to_regproc('keep_row_counts') is not null as possible`.execute(db);
  if (!rows[0]?.possible) return;
  await sql`
    select keep_row_counts(c.oid) from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and (select count(*) from pg_attribute a
        where a.attrelid = c.oid and not a.attisdropped and a.attname in ('device_id', 'key', 'received_at')) = 3
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'count_new_rows')`.execute(db);
}
