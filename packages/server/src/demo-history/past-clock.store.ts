import type { PoolConfig } from 'pg';
import { sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';

/**
 * A clock that is turned back, for the connections of the demo's history and for nobody else. Its schema has `now()` and
 * `clock_timestamp()` of its own, and those connections look there first. What the database fills in by itself (defaults) is
 * sent through it as well for as long as it is there; on all other connections that gives the real time.
 */
const isPast = sql`coalesce(current_setting('fairwatch.demo_clock', true) = 'on', false)`;

/** What a connection that lives in the past is opened with. */
export function inPast(target: PoolConfig, mostConnections: number): PoolConfig {
  // Nobody waits for the disk: what a crash would cut off is the end of a made-up history.
  const options = '-c fairwatch.demo_clock=on -c search_path=demo_clock,pg_catalog,public -c synchronous_commit=off';
  return { ...target, max: mostConnections, options: [target.options ?? '', options].join(' ').trim() };
}

/** True on the very first start: nobody has joined, and nobody but the owner has an account. */
export async function isUntouched(db: Database): Promise<boolean> {
  const { rows } = await sql<{ untouched: boolean }>`
    select (select count(*) from users) = 1 and not exists (select from devices) and not exists (select from access_entries)
      as untouched`.execute(db);
  return rows[0]?.untouched ?? false;
}

export async function layPastClock(db: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`create schema demo_clock`.execute(transaction);
    // How many milliseconds it is turned back. A sequence, since reading one is an expression that PostgreSQL copies into each
    // statement; a query for every row that is stamped would take longer than the row.
    await sql`create sequence demo_clock.hand minvalue 0 start 0`.execute(transaction);
    for (const name of ['now', 'clock_timestamp']) {
      await sql`
        create function ${sql.id('demo_clock', name)}() returns timestamptz language sql volatile
        return ${sql.id('pg_catalog', name)}()
          - case when ${isPast} then coalesce(pg_sequence_last_value('demo_clock.hand'::regclass), 0) else 0 end
            * interval '1 millisecond'`.execute(transaction);
    }
    // Deadlines stay in the present: the server that everybody else uses would take what is under way for overdue.
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

/** Turns the clock. */
export async function turnPastClock(db: Database, backMs: number): Promise<void> {
  await sql`select setval('demo_clock.hand', ${Math.round(backMs)}::bigint)`.execute(db);
}

/** The sessions of the history name themselves by this, so that none of them outlives it. */
export const historyAgent = 'demo history';

/** Takes the clock away, for good, and ends what is left of the history's sessions. False when there was none. */
export async function removePastClock(db: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_namespace where nspname = 'demo_clock'`.execute(db);
  if (rows.length === 0) return false;
  await db.deleteFrom('sessions').where('user_agent', '=', historyAgent).execute();
  await replaceDefaults(db, { from: 'demo_clock.now()', to: 'now()' });
  for (const [table] of deadlines) {
    await sql`drop trigger if exists demo_clock_deadline on ${sql.id('public', table)}`.execute(db);
  }
  // Without `cascade`: whatever still needed it would stop this, instead of losing its default.
  await sql`drop function demo_clock.keep_deadline(), demo_clock.now(), demo_clock.clock_timestamp()`.execute(db);
  await sql`drop sequence demo_clock.hand`.execute(db);
  await sql`drop schema demo_clock`.execute(db);
  return true;
}

/** One table at a time: whoever uses several of them meanwhile cannot deadlock with this. */
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

/** Whether a command is over. */
export async function hasEnded(db: Database, commandId: number): Promise<boolean> {
  const row = await db.selectFrom('commands').select('finished_at').where('id', '=', commandId).executeTakeFirst();
  return row?.finished_at !== null;
}
