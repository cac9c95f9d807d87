import type { PoolConfig } from 'pg';
import { sql } from 'kysely';
import type { Database } from '../../shared/schema/schema.ts';

/**
 * True on connections of the demo's history, for which the clock is turned back. The schema `demo_clock` replaces `now()` and
 * `clock_timestamp()`, and precedes `pg_catalog` in the search path of those connections only. Column defaults call it
 * while it exists; on all other connections it returns the real time.
 */
const isPast = sql`coalesce(current_setting('fairwatch.demo_clock', true) = 'on', false)`;

/** The settings of a connection with the past clock. */
export function inPast(target: PoolConfig, mostConnections: number): PoolConfig {
  // Commits do not wait for the disk, because a crash could only lose the end of a generated history.
  const options = '-c fairwatch.demo_clock=on -c search_path=demo_clock,pg_catalog,public -c synchronous_commit=off';
  return { ...target, max: mostConnections, options: [target.options ?? '', options].join(' ').trim() };
}

/** True on a first start: there are no devices, and no account but the owner's. */
export async function isUntouched(db: Database): Promise<boolean> {
  const { rows } = await sql<{ untouched: boolean }>`
    select (select count(*) from users) = 1 and not exists (select from devices) and not exists (select from access_entries)
      as untouched`.execute(db);
  return rows[0]?.untouched ?? false;
}

export async function layPastClock(db: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`create schema demo_clock`.execute(transaction);
    // The offset in milliseconds is stored in a sequence, because reading one can be inlined; a query per row would take longer
    // than the insert.
    await sql`create sequence demo_clock.hand minvalue 0 start 0`.execute(transaction);
    for (const name of ['now', 'clock_timestamp']) {
      await sql`
        create function ${sql.id('demo_clock', name)}() returns timestamptz language sql volatile
        return ${sql.id('pg_catalog', name)}()
          - case when ${isPast} then coalesce(pg_sequence_last_value('demo_clock.hand'::regclass), 0) else 0 end
            * interval '1 millisecond'`.execute(transaction);
    }
    // Deadlines use the real time, because the live server would expire open commands otherwise.
    await sql`
      create function demo_clock.keep_deadline() returns trigger language plpgsql as $$
      begin
        if tg_table_name = 'commands' then
          new.expires_at := greatest(new.expires_at, pg_catalog.now() + interval '1 hour');
        else
          new.alive_until := greatest(new.alive_until, pg_catalog.now() + interval '15 seconds');
        end if;
        return new;
      end $$`.execute(transaction);
  });
  for (const [table, events] of deadlines) {
    await sql`
      create trigger demo_clock_deadline before ${sql.raw(events)} on ${sql.id('public', table)} for each row
      when (${isPast}) execute function demo_clock.keep_deadline()`.execute(db);
  }
  await replaceDefaults(db, { from: 'now()', to: 'demo_clock.now()' });
}

const deadlines = [
  ['commands', 'insert'],
  ['gateway_nodes', 'insert or update'],
] as const;

/** Sets the clock's offset. */
export async function turnPastClock(db: Database, backMs: number): Promise<void> {
  await sql`select setval('demo_clock.hand', ${Math.round(backMs)}::bigint)`.execute(db);
}

/** The user agent of the history's sessions, by which they are deleted at its end. */
export const historyAgent = 'demo history';

/** Removes the clock and the history's remaining sessions. False when there was no clock. */
export async function removePastClock(db: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_namespace where nspname = 'demo_clock'`.execute(db);
  if (rows.length === 0) return false;
  await db.deleteFrom('sessions').where('user_agent', '=', historyAgent).execute();
  await replaceDefaults(db, { from: 'demo_clock.now()', to: 'now()' });
  for (const [table] of deadlines) {
    await sql`drop trigger if exists demo_clock_deadline on ${sql.id('public', table)}`.execute(db);
  }
  // Without `cascade`, so that a remaining dependency fails here instead of losing its default.
  await sql`drop function demo_clock.keep_deadline(), demo_clock.now(), demo_clock.clock_timestamp()`.execute(db);
  await sql`drop sequence demo_clock.hand`.execute(db);
  await sql`drop schema demo_clock`.execute(db);
  return true;
}

/** Changes one table per transaction, so that it cannot deadlock with transactions that use several tables. */
async function replaceDefaults(db: Database, { from, to }: { from: string; to: string }): Promise<void> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as table, array_agg(a.attname::text) as columns
    from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
    where c.relnamespace = 'public'::regnamespace and pg_get_expr(d.adbin, d.adrelid) = ${from}
    group by c.relname order by c.relname`.execute(db);
  for (const { table, columns } of rows) {
    const changes = columns.map((column) => sql`alter column ${sql.id(column)} set default ${sql.raw(to)}`);
    await sql`alter table ${sql.id('public', table)} ${sql.join(changes)}`.execute(db);
  }
}
