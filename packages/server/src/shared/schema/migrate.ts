import { lockKeys } from '../../core/database/lock-keys.ts';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { StartError } from '../../core/config/start-error.ts';
import { addCountTriggers } from './row-counts.ts';
import type { Database } from './schema.ts';

/** One migration file. */
export interface Migration {
  name: string;
  text: string;
  sha256: string;
}

const migrationFolder = new URL('./migrations/', import.meta.url);

/** Applies the pending migrations in order, each in its own transaction. */
export async function migrate(db: Database, folder: URL = migrationFolder): Promise<void> {
  const files = await readMigrations(folder);
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${lockKeys.migrations})`.execute(connection);
    try {
      for (const file of findPending(files, await readApplied(connection))) await apply(connection, file);
      await addCountTriggers(connection);
    } finally {
      await sql`select pg_advisory_unlock(${lockKeys.migrations})`.execute(connection);
    }
  });
}

/** The names of this version's migrations, in order. */
export async function listMigrations(folder: URL = migrationFolder): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

/** Reads the migrations of this version, in order. */
export async function readMigrations(folder: URL = migrationFolder): Promise<Migration[]> {
  const names = await listMigrations(folder);
  return await Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Creates the tables of these migrations within the caller's transaction. */
export async function createTables(transaction: Database, steps: readonly Migration[]): Promise<void> {
  await readApplied(transaction);
  for (const { text } of steps) await sql.raw(text).execute(transaction);
  await addCountTriggers(transaction);
}

async function readApplied(db: Database): Promise<Map<string, string>> {
  await sql`
    create table if not exists migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`.execute(db);
  const { rows } = await sql<{ name: string; sha256: string }>`select name, sha256 from migrations`.execute(db);
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

function findPending(files: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  const known = new Set(files.map(({ name }) => name));
  const newest = files.at(-1)?.name ?? '';
  for (const name of applied.keys()) {
    if (known.has(name)) continue;
    throw new StartError(
      name > newest
        ? `The database is newer than this version of Fairwatch: it has ${name}. Start the newer version.`
        : `The database has the migration ${name}, whose file is missing.`,
    );
  }
  const changed = files.find(({ name, sha256 }) => applied.has(name) && applied.get(name) !== sha256);
  if (changed !== undefined) {
    throw new StartError(`The migration ${changed.name} was changed after it was applied. Restore its file.`);
  }
  const pending = files.filter(({ name }) => !applied.has(name));
  const newestApplied = [...applied.keys()].sort().at(-1) ?? '';
  const late = pending.find(({ name }) => name < newestApplied);
  if (late !== undefined) {
    throw new StartError(
      `The migration ${late.name} is out of order: ${newestApplied} was applied before it. Give it a higher number.`,
    );
  }
  return pending;
}

async function apply(db: Database, { name, text, sha256 }: Migration): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql.raw(text).execute(transaction);
    await sql`insert into migrations (name, sha256) values (${name}, ${sha256})`.execute(transaction);
  });
}
