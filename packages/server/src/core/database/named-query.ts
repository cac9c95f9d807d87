import { CompiledQuery, sql, type Kysely, type RawBuilder } from 'kysely';
import { arrayLiteral } from './array-literal.ts';
import type { ReadPipeline } from './read-pipeline.ts';

/** A database whose table types do not matter here. */
export type AnyDatabase = Pick<Kysely<unknown>, 'executeQuery' | 'getExecutor'> & {
  /** Where its named reads go. A transaction has none, so that its reads stay on its connection. */
  readonly readPipeline?: ReadPipeline;
  /** Like `readPipeline`, for searches, which may take longer and must not delay the other reads. */
  readonly searchPipeline?: ReadPipeline;
};

/** The values of a query's parameters by name. */
export type ParameterValues = Readonly<Record<string, unknown>>;

interface Param {
  param: string;
}

const knownParams = new Map<string, Param>();
const compiled = new Map<string, CompiledQuery>();
/** The prepared statement's name of each SQL text. */
const names = new Map<string, string>();

/** A query parameter, whose value `runQuery` and the others look up by its name. */
export function param(name: string): RawBuilder<unknown> {
  const known = knownParams.get(name) ?? { param: name };
  knownParams.set(name, known);
  return sql`${known}`;
}

/** Runs a query with parameters. */
export async function runQuery<Row>(db: AnyDatabase, query: RawBuilder<Row>, values: ParameterValues): Promise<Row[]> {
  return await run(db, query.compile(db), values);
}

/**
 * Runs a frequent query as a prepared statement: it is compiled once, and parsed and planned once per connection. The name
 * identifies the SQL text, so anything that changes the text must be part of the name. Keep the number of names in the hundreds.
 */
export async function runNamedQuery<Row>(
  db: AnyDatabase,
  name: string,
  query: () => RawBuilder<Row>,
  values: ParameterValues,
): Promise<Row[]> {
  const known = namedQuery(db, name, query);
  return await run(db, known as CompiledQuery<Row>, values);
}

/** Like `runNamedQuery`, for reads that are always short: many of them share a few pipelined connections. */
export async function runNamedRead<Row>(
  db: AnyDatabase,
  name: string,
  query: () => RawBuilder<Row>,
  values: ParameterValues,
  through: 'readPipeline' | 'searchPipeline' = 'readPipeline',
): Promise<Row[]> {
  const pipeline = db[through];
  if (pipeline === undefined) return await runNamedQuery(db, name, query, values);
  const known = namedQuery(db, name, query);
  const rows = await pipeline.run({
    name: nameOf(known.sql) ?? '',
    text: known.sql,
    values: parametersOf(known, values),
  });
  return rows as Row[];
}

/** Outside of production each use of a name is compared with its first text. That compiles the query every time. */
const isChecked = process.env['NODE_ENV'] === 'test' || process.env['NODE_ENV'] === 'development';

function namedQuery<Row>(db: AnyDatabase, name: string, query: () => RawBuilder<Row>): CompiledQuery {
  const known = compiled.get(name);
  if (known === undefined) return remember(name, query().compile(db));
  if (isChecked) checkText(name, known, query().compile(db));
  return known;
}

/**
 * Throws when a name has two texts, or two values of what is no parameter with a name: production would run the first, which may return rows
 * that this caller must not see.
 */
function checkText(name: string, first: CompiledQuery, now: CompiledQuery): void {
  const [one, other] = [first, now].map((query) => `${query.sql}\n${JSON.stringify(query.parameters)}`);
  if (one !== other) throw new Error(`The named query "${name}" has two texts:\n${one}\n${other}`);
}

/** Gives a text a numbered name, because PostgreSQL truncates names after 63 bytes. */
function remember(name: string, query: CompiledQuery): CompiledQuery {
  compiled.set(name, query);
  if (!names.has(query.sql)) names.set(query.sql, `named-${names.size + 1}`);
  return query;
}

/** The prepared statement's name of a text; undefined for a text without one. */
export function nameOf(text: string): string | undefined {
  return names.get(text);
}

async function run<Row>(db: AnyDatabase, query: CompiledQuery<Row>, values: ParameterValues): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(query.sql, parametersOf(query, values)));
  return rows;
}

function parametersOf({ parameters }: CompiledQuery, values: ParameterValues): unknown[] {
  return parameters.map((value) => (isParam(value) ? sentAs(values[value.param]) : value));
}

function sentAs(value: unknown): unknown {
  return Array.isArray(value) && value.every((item) => typeof item === 'number') ? arrayLiteral(value) : value;
}

function isParam(value: unknown): value is Param {
  return (
    typeof value === 'object' && value !== null && 'param' in value && knownParams.get(String(value.param)) === value
  );
}
