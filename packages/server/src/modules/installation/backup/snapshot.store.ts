import { sql } from 'kysely';
import { escapeIdentifier, type Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Database } from '../../../shared/schema/schema.ts';
import type { BackedUpTable, Manifest } from './manifest.ts';

type Table = Pick<BackedUpTable, 'name' | 'columns'>;

/**
 * Sets the text formats of dates, numbers and bytes, so that rows are written the same whatever the server's or the
 * account's settings are.
 */
export async function setTextFormats(db: Database): Promise<void> {
  for (const setting of [
    "datestyle = 'ISO'",
    "timezone = 'UTC'",
    "intervalstyle = 'postgres'",
    "bytea_output = 'hex'",
  ]) {
    await sql.raw(`set ${setting}`).execute(db);
  }
  await sql`set extra_float_digits = 1`.execute(db);
}

/** Starts a read-only snapshot: everything read afterwards is of one moment, while others go on writing. */
export async function beginSnapshot(db: Database): Promise<void> {
  await sql`begin isolation level repeatable read, read only`.execute(db);
}

/** Starts the transaction of a restore; nothing is visible before `commitRestore`. */
export async function beginRestore(db: Database): Promise<void> {
  await sql`begin`.execute(db);
}

export async function commitRestore(db: Database): Promise<void> {
  await sql`commit`.execute(db);
  // Without statistics PostgreSQL plans queries badly.
  await sql`analyze`.execute(db);
}

/** Selects relations of the current schema that belong to no extension. */
const isOwnRelation = sql`c.relnamespace = current_schema()::regnamespace
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Lists every table with its columns, except generated ones. */
export async function readTables(db: Database): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and ${isOwnRelation} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`.execute(db);
  return rows;
}

/**
 * Reads the position of each sequence. It must run after the snapshot began, so that no row of the snapshot has a later
 * number.
 */
export async function readSequences(db: Database): Promise<Manifest['sequences']> {
  const { rows: names } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relkind = 'S' and ${isOwnRelation} order by c.relname`.execute(db);
  const sequences = [];
  for (const { name } of names) {
    const { rows } = await sql<{ last: string; called: boolean }>`
      select last_value::text as last, is_called as called from ${sql.id(name)}`.execute(db);
    for (const row of rows) sequences.push({ name, ...row });
  }
  return sequences;
}

export async function readAppliedMigrations(db: Database): Promise<Manifest['migrations']> {
  const { rows } = await sql<{ name: string; sha256: string }>`
    select name, sha256 from migrations order by name`.execute(db);
  return rows;
}

/** True when the schema has any table, index or sequence that belongs to no extension. */
export async function hasRelations(db: Database): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from pg_class c where ${isOwnRelation}) as any`.execute(db);
  return rows[0]?.any ?? false;
}

/** Rows that are left out: uploads in progress have no blob yet, and start again after a restore. */
const conditions: Readonly<Record<string, string>> = {
  uploads: 'finished_at is not null',
  admin_uploads: 'false',
  upload_parts: 'false',
};

/** Streams the rows of a table in the text format of COPY. */
export function copyOut(client: Client, { name, columns }: Table) {
  const condition = conditions[name] ?? 'true';
  return client.query(
    copyTo(`copy (select ${list(columns)} from ${escapeIdentifier(name)} where ${condition}) to stdout`),
  );
}

/** Returns the writable stream that loads rows in the text format of COPY into a table. */
export function copyIn(client: Client, { name, columns }: Table) {
  return client.query(copyFrom(`copy ${escapeIdentifier(name)} (${list(columns)}) from stdin`));
}

function list(columns: readonly string[]): string {
  return columns.map(escapeIdentifier).join(', ');
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Empties the tables, drops their foreign keys and disables their triggers, so that rows can be loaded in any order. The
 * triggers count, copy and log; what they did is in the backup already and must not happen again. Returns the dropped keys.
 */
export async function clearTables(db: Database, names: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'f' and ${isOwnRelation}`.execute(db);
  for (const { table, name } of rows) {
    await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(db);
  }
  for (const name of names) await sql`alter table ${sql.id(name)} disable trigger user`.execute(db);
  await sql`truncate ${sql.join(names.map((name) => sql.id(name)))}`.execute(db);
  return rows;
}

/** Adds the foreign keys again, which checks every row, and enables the triggers. */
export async function restoreConstraints(
  db: Database,
  names: readonly string[],
  keys: readonly ForeignKey[],
): Promise<void> {
  for (const { table, name, definition } of keys) {
    await sql`alter table ${sql.id(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(db);
  }
  for (const name of names) await sql`alter table ${sql.id(name)} enable trigger user`.execute(db);
}

export async function setSequences(db: Database, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, last, called } of sequences) {
    await sql`select setval(${name}::regclass, ${last}::bigint, ${called})`.execute(db);
  }
}
