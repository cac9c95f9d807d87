import { sql } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Adds the counting triggers to every table of device rows, so that no migration of a new feature has to. Such a table has
 * the columns `device_id`, `key` and `received_at`.
 */
export async function addCountTriggers(db: Database): Promise<void> {
  await sql`
    select keep_row_counts(c.oid) from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and (select count(*) from pg_attribute a
        where a.attrelid = c.oid and not a.attisdropped and a.attname in ('device_id', 'key', 'received_at')) = 3
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'count_new_rows')`.execute(db);
  await sql`
    do $$
    declare
      counted record;
    begin
      for counted in select tgname, tgrelid::regclass as name from pg_trigger
        where tgname in ('count_new_rows', 'count_gone_rows') and obj_description(oid, 'pg_trigger') is null
      loop
        execute format('comment on trigger %I on %s is %L', counted.tgname, counted.name,
          'Keeps how many rows of this kind a device has, so that no list counts them.');
      end loop;
    end $$`.execute(db);
}
