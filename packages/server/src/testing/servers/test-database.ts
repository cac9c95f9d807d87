import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { inject } from 'vitest';
import { auditSettings } from '../../shared/schema/audit-key.ts';
import { connectDatabase, type Connection } from '../../core/database/connect.ts';
import type { Schema } from '../../shared/schema/schema.ts';
import type { AuditKeys } from '../../core/vault.ts';

export interface TestDatabase extends Connection<Schema> {
  connection: PoolConfig;
  /** The connection as a DATABASE_URL. */
  url: string;
}

/** Fixed keys for tests without a data folder. */
export const testAuditKeys: AuditKeys = (day) => createHash('sha256').update(`test ${day}`).digest();

interface Options {
  migrated?: boolean;
  auditKeys?: AuditKeys;
}

/** Creates a database for one test file, migrated or without any tables. `close` drops it. */
export async function createTestDatabase({
  migrated = true,
  auditKeys = testAuditKeys,
}: Options = {}): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // The template must have no connections while it is copied, so commands run in another database.
  // On a busy machine PostgreSQL may take longer to accept a connection than the server would wait.
  const waiting = { connectionTimeoutMillis: 120_000 };
  const admin = { ...postgres, database: 'template1', ssl: false, max: 1, ...waiting };
  // The strategy `file_copy` is ten times faster here than the default, which copies block by block.
  const template = migrated ? postgres.database : 'template0';
  await runOnce(admin, `create database ${name} template ${template} strategy file_copy`);
  const connection = { ...postgres, database: name, ssl: false, ...waiting };
  const { db, close } = connectDatabase(connection, { settings: auditSettings(auditKeys) });
  return {
    connection,
    url: `postgresql://${postgres.user}@${encodeURIComponent(postgres.host)}:${postgres.port}/${name}`,
    db,
    close: async () => {
      await close();
      await runOnce(admin, `drop database ${name} with (force)`);
    },
  };
}

/** Databases of this worker that no test has at the moment: migrated, empty, their connections open. */
const free: LendableDatabase[] = [];

interface LendableDatabase extends TestDatabase {
  /** What it consists of, to notice a test that has changed it. */
  shape: string;
}

/**
 * Lends a migrated, empty database of this worker. Who gives it back empties it, so that the next file finds its connections open and their
 * statements prepared. One that a test has changed, or still holds, is dropped instead.
 */
export async function borrowTestDatabase(auditKeys: AuditKeys): Promise<TestDatabase> {
  const database = free.pop() ?? (await createLendable(auditKeys));
  return {
    ...database,
    close: async () => {
      const isAsBefore = await empty(database).catch(() => false);
      if (isAsBefore) free.push(database);
      else await database.close();
    },
  };
}

async function shapeOf(db: TestDatabase['db']): Promise<string> {
  const { rows } = await sql<{ shape: string }>`
    select concat_ws(' ',
      (select count(*) from pg_class where relnamespace = 'public'::regnamespace),
      (select string_agg(relname, ' ' order by relname) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'),
      (select count(*) from pg_trigger where tgenabled = 'O'),
      (select count(*) from pg_proc where pronamespace = 'public'::regnamespace)) as shape`.execute(db);
  return rows[0]?.shape ?? '';
}

/** Runs for each table that has rows; `%I` is its name. */
const forEachFilled = (statement: string) =>
  sql.raw(`
    do $$
    declare
      name text;
      filled boolean;
    begin
      for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('select exists (select from %I)', name) into filled;
        if filled then execute format('${statement}', name, name); end if;
      end loop;
    end $$`);

/** Keeps what the migrations insert, in a schema of its own. */
async function createLendable(auditKeys: AuditKeys): Promise<LendableDatabase> {
  const database = await createTestDatabase({ auditKeys });
  await sql`create schema migrated`.execute(database.db);
  await forEachFilled('create table migrated.%I as table %I').execute(database.db);
  return { ...database, shape: await shapeOf(database.db) };
}

/**
 * Deletes every row that a test has made. Triggers would refuse that for the log, and count every row. Resolves with false when the test has
 * changed more than rows.
 */
async function empty({ db, shape }: LendableDatabase): Promise<boolean> {
  if ((await shapeOf(db)) !== shape) return false;
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    // Without a limit, this would wait for ever for a row that a test has left locked.
    await sql`set local lock_timeout = '2s'`.execute(transaction);
    await forEachFilled('delete from %I').execute(transaction);
    await sql
      .raw(`
        do $$
        declare
          name text;
        begin
          for name in select relname from pg_class where relkind = 'r' and relnamespace = 'migrated'::regnamespace loop
            execute format('insert into %I overriding system value select * from migrated.%I', name, name);
          end loop;
        end $$`)
      .execute(transaction);
    // Sequences begin anew, so that the first row of the next test has the id 1, as in a new database.
    await sql`
      select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences
      where schemaname = 'public' and last_value is not null`.execute(transaction);
  });
  return true;
}

async function runOnce(connection: PoolConfig, statement: string): Promise<void> {
  const { db, close } = connectDatabase(connection);
  try {
    await sql.raw(statement).execute(db);
  } finally {
    await close();
  }
}
