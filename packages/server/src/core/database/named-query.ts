import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import type { ReadLanes } from './read-lanes.ts';
import type { Database } from './schema.ts';

/** What is filled into the slots of a query. */
export type SlotValues = Readonly<Record<string, unknown>>;

interface Slot {
  slot: string;
}

const slots = new Map<string, Slot>();
const compiled = new Map<string, CompiledQuery>();
const lanesOf = new WeakMap<Database, ReadLanes>();
/** The name of each text that PostgreSQL shall remember. */
const names = new Map<string, string>();

/** A value of a query that differs from one time to the next. */
export function slot(name: string): RawBuilder<unknown> {
  const known = slots.get(name) ?? { slot: name };
  slots.set(name, known);
  return sql`${known}`;
}

/** Asks a query with slots. */
export async function ask<Row>(db: Database, query: RawBuilder<Row>, values: SlotValues): Promise<Row[]> {
  return await run(db, query.compile(db), values);
}

/**
 * Asks a query that is asked very often: it is compiled once, and each connection's PostgreSQL reads and plans it once.
 * The name stands for its text, so whatever changes the text must be part of the name; there may be some hundred.
 */
export async function askNamed<Row>(
  db: Database,
  name: string,
  query: () => RawBuilder<Row>,
  values: SlotValues,
): Promise<Row[]> {
  const known = compiled.get(name) ?? remember(name, query().compile(db));
  return await run(db, known as CompiledQuery<Row>, values);
}

/** Lets the named reads of a database go over these lanes; those within a transaction stay in it. */
export function readOver(db: Database, lanes: ReadLanes): void {
  lanesOf.set(db, lanes);
}

/** The same as `askNamed` for a read that is always short: many of them share few connections. */
export async function readNamed<Row>(
  db: Database,
  name: string,
  query: () => RawBuilder<Row>,
  values: SlotValues,
): Promise<Row[]> {
  const lanes = lanesOf.get(db);
  if (lanes === undefined) return await askNamed(db, name, query, values);
  const known = compiled.get(name) ?? remember(name, query().compile(db));
  const rows = await lanes.ask({
    name: nameOf(known.sql) ?? '',
    text: known.sql,
    values: parametersOf(known, values),
  });
  return rows as Row[];
}

/** PostgreSQL cuts names off at 63 letters, so there it gets a number. */
function remember(name: string, query: CompiledQuery): CompiledQuery {
  compiled.set(name, query);
  if (!names.has(query.sql)) names.set(query.sql, `named-${names.size + 1}`);
  return query;
}

/** How PostgreSQL shall remember a text; undefined when it need not. */
export function nameOf(text: string): string | undefined {
  return names.get(text);
}

async function run<Row>(db: Database, query: CompiledQuery<Row>, values: SlotValues): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(query.sql, parametersOf(query, values)));
  return rows;
}

function parametersOf({ parameters }: CompiledQuery, values: SlotValues): unknown[] {
  return parameters.map((value) => (isSlot(value) ? values[value.slot] : value));
}

function isSlot(value: unknown): value is Slot {
  return typeof value === 'object' && value !== null && 'slot' in value && slots.get(String(value.slot)) === value;
}
