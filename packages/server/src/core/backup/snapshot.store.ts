import { sql } from 'kysely';
import { escapeIdentifier, type Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Database } from '../database/schema.ts';
import type { BackedUpTable, Manifest } from './manifest.ts';

type Table = Pick<BackedUpTable, 'name' | 'columns'>;

/** Written the same whatever this PostgreSQL, or the account, is set to. */
export async function speakPlainly(db: Database): Promise<void> {
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

/** Everything that is read from here on is of one moment, while others go on writing. */
export async function beginSnapshot(db: Database): Promise<void> {
  await sql`begin isolation level repeatable read, read only`.execute(db);
}

/** Nothing of what is written from here on is there before `keepFilled`. */
export async function beginFilling(db: Database): Promise<void> {
  await sql`begin`.execute(db);
}

export async function keepFilled(db: Database): Promise<void> {
  await sql`commit`.execute(db);
  // Until PostgreSQL knows the new tables, it plans badly.
  await sql`analyze`.execute(db);
}

/** What we made in this schema, and no extension. */
const ours = sql`c.relnamespace = current_schema()::regnamespace
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** Every table with those columns that are not computed from others. */
export async function readTables(db: Database): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and ${ours} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`.execute(db);
  return rows;
}

/** How far each sequence has counted. Read after the snapshot began, so that no row of it has a later number. */
export async function readSequences(db: Database): Promise<Manifest['sequences']> {
  const { rows: names } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relkind = 'S' and ${ours} order by c.relname`.execute(db);
  const sequences = [];
  for (const { name } of names) {
    const { rows } = await sql<{ last: string; called: boolean }>`
      select last_value::text as last, is_called as called from ${sql.id(name)}`.execute(db);
    for (const row of rows) sequences.push({ name, ...row });
  }
  return sequences;
}

export async function readAppliedSteps(db: Database): Promise<Manifest['migrations']> {
  const { rows } = await sql<{ name: string; sha256: string }>`
    select name, sha256 from migrations order by name`.execute(db);
  return rows;
}

/** Whether there is anything of ours, or of anybody's, in this schema. */
export async function hasRelations(db: Database): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from pg_class c where ${ours}) as any`.execute(db);
  return rows[0]?.any ?? false;
}

/** Uploads under way have their bytes in no blob: they are left out, and begin anew. */
const conditions: Readonly<Record<string, string>> = { uploads: 'finished_at is not null', admin_uploads: 'false' };

/** The rows of a table as a stream of text. */
export function copyOut(client: Client, { name, columns }: Table) {
  const condition = conditions[name] ?? 'true';
  return client.query(
    copyTo(`copy (select ${list(columns)} from ${escapeIdentifier(name)} where ${condition}) to stdout`),
  );
}

/** Takes such a stream into a table. */
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
 * Empties the tables and takes away what would look at each row as it comes: triggers would count, copy and note again
 * what was counted, copied and noted, and a foreign key may point to a table that comes later.
 */
export async function clearTables(db: Database, names: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'f' and ${ours}`.execute(db);
  for (const { table, name } of rows) {
    await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(db);
  }
  for (const name of names) await sql`alter table ${sql.id(name)} disable trigger user`.execute(db);
  await sql`truncate ${sql.join(names.map((name) => sql.id(name)))}`.execute(db);
  return rows;
}

/** Puts back what `clearTables` took away; every row is checked against the foreign keys. */
export async function guardTables(db: Database, names: readonly string[], keys: readonly ForeignKey[]): Promise<void> {
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
