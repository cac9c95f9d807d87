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

const schemaFile = new URL('./schema.sql', import.meta.url);
const migrationFolder = new URL('./migrations/', import.meta.url);

/** The name of `schema.sql` among the applied migrations. Higher than those that it includes, so that their versions refuse it. */
const baseline = '0095-schema.sql';
/** The newest migration that `schema.sql` includes. A database that has it has the same schema. */
const newestIncluded = '0094-what-notifications-tell.sql';
/** What brings an older database to `newestIncluded`. Its number does not tell: several versions are called 1.0.20. */
export const versionBefore = 'the version of 18 November 2026 (commit f5a0d393)';

/**
 * Brings the database to this version: creates all tables in an empty one, else applies the pending migrations in order, each
 * in its own transaction. Throws a StartError for a database that is older than `schema.sql`.
 */
export async function migrate(db: Database, folder: URL = migrationFolder): Promise<void> {
  const files = await readMigrations(folder);
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${lockKeys.migrations})`.execute(connection);
    try {
      const applied = await readApplied(connection);
      if (applied.size === 0) {
        await connection.transaction().execute((transaction) => createTables(transaction, files));
      } else {
        for (const file of findPending(files, applied)) {
          await connection.transaction().execute((transaction) => apply(transaction, file));
        }
        await addCountTriggers(connection);
      }
    } finally {
      await sql`select pg_advisory_unlock(${lockKeys.migrations})`.execute(connection);
    }
  });
}

/** The name of the newest migration of this version. */
export async function findNewestMigration(): Promise<string> {
  return (await listMigrations(migrationFolder)).at(-1) ?? baseline;
}

async function listMigrations(folder: URL): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

/** Reads the migrations of this version that follow `schema.sql`, in order. */
export async function readMigrations(folder: URL = migrationFolder): Promise<Migration[]> {
  return await Promise.all((await listMigrations(folder)).map((name) => readMigration(name, new URL(name, folder))));
}

async function readMigration(name: string, file: URL): Promise<Migration> {
  const text = await readFile(file, 'utf8');
  return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
}

/** Creates the tables of `schema.sql` and of these migrations in an empty database, within the caller's transaction. */
export async function createTables(transaction: Database, steps: readonly Migration[]): Promise<void> {
  for (const step of [await readMigration(baseline, schemaFile), ...steps]) await apply(transaction, step);
  await addCountTriggers(transaction);
}

async function apply(transaction: Database, { name, text, sha256 }: Migration): Promise<void> {
  await sql.raw(text).execute(transaction);
  await sql`insert into migrations (name, sha256) values (${name}, ${sha256})`.execute(transaction);
}

/** Throws a StartError for a database that is older than `schema.sql`, before anything is written. */
export async function refuseOlder(db: Database): Promise<void> {
  const applied = await readApplied(db);
  if (applied.size > 0) requireBaseline(applied);
}

async function readApplied(db: Database): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('migrations') is not null as exists`.execute(db);
  if (!tables[0]?.exists) return new Map();
  const { rows } = await sql<{ name: string; sha256: string }>`select name, sha256 from migrations`.execute(db);
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

function requireBaseline(applied: ReadonlyMap<string, string>): void {
  if (hasBaseline([...applied.keys()])) return;
  const schema = newestOf(applied).slice(0, 4);
  throw new StartError(
    `This database was written by an older version of Fairwatch (schema ${schema}). Start ${versionBefore} once, then this one.`,
  );
}

/** True for the migrations of a database, or of a backup, that has everything of `schema.sql`. */
export function hasBaseline(names: readonly string[]): boolean {
  return names.includes(baseline) || names.includes(newestIncluded);
}

/** True for a migration that is part of `schema.sql`, and for `schema.sql` itself. */
export function isIncluded(name: string): boolean {
  return name <= baseline;
}

function newestOf(applied: ReadonlyMap<string, string>): string {
  return [...applied.keys()].sort().at(-1) ?? '';
}

function findPending(files: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  requireBaseline(applied);
  const known = new Set(files.map(({ name }) => name));
  const newest = files.at(-1)?.name ?? baseline;
  for (const name of applied.keys()) {
    if (isIncluded(name) || known.has(name)) continue;
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
  const newestApplied = newestOf(applied);
  const late = pending.find(({ name }) => name < newestApplied);
  if (late !== undefined) {
    throw new StartError(
      `The migration ${late.name} is out of order: ${newestApplied} was applied before it. Give it a higher number.`,
    );
  }
  return pending;
}
