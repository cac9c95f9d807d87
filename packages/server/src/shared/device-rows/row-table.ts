import type { DeviceFeature, DeviceListInput, DeviceRow, ListFilter } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod/mini';
import { param, runNamedQuery, runQuery, type ParameterValues } from '../../core/database/named-query.ts';
import type { Database } from '../schema/schema.ts';
import type { Gated } from '../routes/route.ts';
import type { JsonPage } from '../../core/database/page.ts';
import type { Scope } from '../scope.ts';
import { selectGatedPage } from './gated-page.ts';
import { all, containsPattern, isoTime } from '../../core/database/list-sql.ts';
import { inScope, keptRows } from '../scope-sql.ts';
import { storableText } from '../../core/storable-text.ts';

type ColumnType = 'text' | 'timestamptz' | 'integer' | 'bigint' | 'double precision' | 'boolean';

/** The column types that can store a field of the record. */
type ColumnTypeFor<Value> =
  NonNullable<Value> extends string
    ? 'text' | 'timestamptz'
    : NonNullable<Value> extends number
      ? 'integer' | 'bigint' | 'double precision'
      : NonNullable<Value> extends boolean
        ? 'boolean'
        : never;

type Fields<F extends DeviceFeature> = z.output<F['record']>;

/** A valid row: its key, then its fields in the order of the table's columns. */
export type CheckedRow = readonly [key: string, ...values: unknown[]];

/** The table of a device feature, and how rows are stored and read. */
export interface RowTable {
  feature: DeviceFeature;
  /** The table's name. Its `received_at` is when a row was last received, for retention. */
  name: string;
  /** Its columns for the fields of the record, in their order. */
  columns: readonly string[];
  /** The indexed expression by which rows of the table, named `alias` in the query, are sorted by a field. */
  sortOf(alias: string, field: string): RawBuilder<unknown>;
  /** True when rows that a device no longer sends stay until their retention ends, such as past locations. */
  keepsUnsent: boolean;
  /** Columns that admins see masked, each with the column of its masked value, which is null where nothing is masked. */
  masked: Readonly<Record<string, string>>;
  /** Validates a row of a device; returns the reason when it is invalid. */
  checkRow(row: DeviceRow): CheckedRow | string;
  listRows(db: Database, scope: Scope, input: DeviceListInput): Promise<Gated<JsonPage>>;
  /** Returns the condition for all rows of a list over all its pages, for sums over them. */
  matching(scope: Scope, match: ListMatch): RawBuilder<unknown>;
  /**
   * Replaces the rows of each device by these: it inserts, updates and deletes only what differs, and keeps what
   * `keepsUnsent` says.
   */
  applyRows(db: Database, answers: readonly DeviceRows[]): Promise<void>;
  /**
   * Like `applyRows`, for one device with very many rows, which are read in steps and never in memory as a whole. Call it
   * once per transaction. False, with nothing changed, when a key occurs twice.
   */
  applyRowSteps(db: Database, deviceId: number, steps: AsyncIterable<readonly CheckedRow[]>): Promise<boolean>;
  /** Deletes all rows of the device. */
  deleteRows(db: Database, deviceId: number): Promise<void>;
}

/** The part of a list's input that selects its rows. */
export type ListMatch = Pick<DeviceListInput, 'deviceId' | 'search' | 'filter'>;

/** All rows of one kind of a device. */
export interface DeviceRows {
  deviceId: number;
  rows: readonly CheckedRow[];
}

/** The most rows that are written by a prepared statement, whose plan does not depend on their number. */
const rowsWithoutPlan = 1000;

/** An unchanged row that is received again within this time is not written, so that repeated updates cost nothing. */
const refreshAfter = '1 hour';

interface RowTableOptions extends Partial<Pick<RowTable, 'keepsUnsent' | 'masked'>> {
  /**
   * Rows whose `field` is true come first in a list that is filtered by `within`, such as folders in a folder. Only such
   * lists are short enough to be sorted without an index.
   */
  first?: { field: string; within: string };
}

/**
 * Declares the table of a feature. Its name is the feature's id, its columns are the record's fields in snake case. The
 * triggers `count_new_rows` and `count_gone_rows` keep its row counts.
 */
export function rowTable<const F extends DeviceFeature>(
  feature: F,
  columnTypes: { readonly [Field in keyof Fields<F> & string]: ColumnTypeFor<Fields<F>[Field]> },
  { keepsUnsent = false, masked = {}, first }: RowTableOptions = {},
): RowTable {
  const name = snakeCase(feature.id);
  const table = sql.id(name);
  const columns = Object.entries<ColumnType>(columnTypes).map(([field, type]) => ({
    field,
    type,
    ref: sql.id(snakeCase(field)),
  }));
  const columnOf = new Map(columns.map((column) => [column.field, column]));
  const refs = sql.join(columns.map(({ ref }) => ref));
  const integers = columns.filter(({ type }) => type === 'integer');
  const indexed = columns.filter(({ field, type }) => type === 'text' && feature.sortBy.includes(field));

  // In ORDER BY an unqualified name would mean the selected output column, which for a time is a text that has no index.
  const sortOf = (alias: string, field: string) => {
    const ref = sql.id(alias, snakeCase(field));
    return columnOf.get(field)?.type === 'text' ? sql`${ref} collate natural_order` : ref;
  };

  /** Returns a column as admins see it, and as a search matches it: masked text must not be found either. */
  const shown = (column: string) => {
    const mask = masked[column];
    return mask === undefined ? sql.id(column) : sql`coalesce(${sql.id(mask)}, ${sql.id(column)})`;
  };
  const selected = columns.map(({ field, type, ref }) =>
    type === 'timestamptz'
      ? sql`${isoTime(ref)} as ${sql.id(field)}`
      : sql`${shown(snakeCase(field))} as ${sql.id(field)}`,
  );
  /** The expression of the table's trigram index; PostgreSQL uses the index only for this text. */
  const searched = feature.searchIn.map((field) => sql`coalesce(${shown(snakeCase(field))}, '')`);
  const searchText = searched.length === 0 ? sql`''` : sql`(${sql.join(searched, sql` || E'\\n' || `)})`;

  /** Returns the conditions of the filters. The period excludes `to`. The contract has validated fields and values. */
  function filtersOf({ from, to, ...fields }: ListFilter): RawBuilder<unknown>[] {
    const conditions = Object.entries(fields).flatMap(([field, value]) => {
      const column = columnOf.get(field);
      return column && value !== undefined ? [sql`${column.ref} = ${value}`] : [];
    });
    const time = columnOf.get(feature.period ?? '')?.ref;
    if (time && from !== undefined) conditions.push(sql`${time} >= ${from}::timestamptz`);
    if (time && to !== undefined) conditions.push(sql`${time} < ${to}::timestamptz`);
    return conditions;
  }

  function matching(scope: Scope, { deviceId, search, filter }: ListMatch): RawBuilder<unknown> {
    const found = search === '' ? [] : [sql`${searchText} ilike ${containsPattern(search)}`];
    return all([sql`device_id = ${deviceId}`, inScope(scope, sql`device_id`), ...found, ...filtersOf(filter)]);
  }

  /** The keys and fields of rows as arrays of the columns' types; `valuesOf` gives the parameters. */
  const unnested = sql.join([
    sql`${param('keys')}::text[]`,
    ...columns.map(({ field, type }) => sql`${param(`of ${field}`)}::${sql.raw(type)}[]`),
  ]);

  function valuesOf(rows: readonly CheckedRow[]): ParameterValues {
    const fields = columns.map(({ field }, place) => [`of ${field}`, rows.map((row) => row[place + 1])]);
    return { keys: rows.map(([key]) => key), ...Object.fromEntries(fields) };
  }

  /**
   * Inserts, updates and deletes what differs between the stored rows of these devices and the rows of the `incoming` query.
   * Plan: the stored rows come from the unique index on (`device_id`, `key`), per device or per key; they are full-joined
   * with `incoming`, and only the differences, materialised in `changes`, are written.
   */
  function changing(incoming: RawBuilder<unknown>): RawBuilder<unknown> {
    const ofTable = (alias: string) => sql.join(columns.map(({ ref }) => sql`${sql.id(alias)}.${ref}`));
    const assignments = columns.map(({ ref }) => sql`${ref} = excluded.${ref}`);
    // `offset 0` keeps the lateral subquery, so that the index is used even before the table has statistics.
    const stored = keepsUnsent
      ? sql`left join lateral (
          select * from ${table} t where t.device_id = incoming.device_id and t.key = incoming.key offset 0
        ) stored on true`
      : sql`full join (
          select t.* from unnest(${param('deviceIds')}::bigint[]) as asked (id)
          cross join lateral (select * from ${table} where device_id = asked.id offset 0) t
        ) stored on stored.device_id = incoming.device_id and stored.key = incoming.key`;
    // Equal rows are not written; most updates contain mostly those.
    return sql`
      with incoming (device_id, key, ${refs}, nth) as (${incoming}),
      changes as materialized (
        select stored.id as stored_id, incoming.* from incoming ${stored}
        where incoming.key is null or stored.id is null or (${ofTable('stored')}) is distinct from (${ofTable('incoming')})
          or stored.received_at < now() - ${refreshAfter}::interval
      ), removed as (
        delete from ${table} using changes where ${table}.id = changes.stored_id and changes.key is null
      )
      insert into ${table} (device_id, key, ${refs})
      select device_id, key, ${refs} from changes where key is not null order by nth
      on conflict (device_id, key) do update set ${sql.join(assignments)}, received_at = now()`;
  }

  /** `changing` for the rows of several devices, all of them query parameters. */
  const changingAll = () =>
    changing(sql`select * from unnest(${param('owners')}::bigint[], ${unnested}) with ordinality`);

  return {
    feature,
    name,
    columns: columns.map(({ field }) => snakeCase(field)),
    sortOf,
    matching,
    keepsUnsent,
    masked,

    checkRow(row) {
      const { success, data, error } = feature.record.safeParse(row);
      if (!success) return describeProblem(error.issues);
      const misfit = integers.find(({ field }) => !fitsInteger(data[field]));
      if (misfit) return `${misfit.field}: No column holds this.`;
      const overlong = indexed.find(({ field }) => !fitsIndex(data[field]));
      if (overlong) return `${overlong.field}: Must be at most ${indexedTextBytes} bytes.`;
      return [storableText(row.key), ...columns.map(({ field }) => storable(data[field]))];
    },

    async listRows(db, scope, input) {
      const { deviceId, search, sortBy, sortDirection, filter } = input;
      const filters = filtersOf(filter);
      const pattern = containsPattern(search);
      const found = search === '' ? filters : [sql`${searchText} ilike ${pattern}`, ...filters];
      const matches = search === '' ? filters : [sql`${searchText} || '' ilike ${pattern}`, ...filters];
      if (!columnOf.has(sortBy) || !feature.sortBy.includes(sortBy))
        throw new Error(`${feature.id} cannot be sorted by ${sortBy}.`);
      const leading =
        first && (filter as Readonly<Record<string, unknown>>)[first.within] !== undefined && columnOf.has(first.field);
      return await selectGatedPage(
        db,
        { scope, deviceId, capability: feature.capability },
        {
          table,
          sources: table,
          fields: sql`id, ${sql.join(selected)}`,
          id: sql`id`,
          where: sql`device_id = ${param('deviceId')} and ${inScope({ ...scope, userId: param('userId') }, sql`device_id`)}`,
          kept: keptRows(name),
          narrowed: found.length === 0 ? null : { found: all(found), matches: all(matches) },
          sortBy: sortOf(name, sortBy),
          direction: sortDirection,
          ...(leading && { first: sortOf(name, first.field) }),
          name: `${name} of ${scope.allDevices ? 'all' : 'assigned'} by ${sortBy} ${sortDirection}`,
        },
        input,
      );
    },

    async applyRows(db, answers) {
      const rows = answers.flatMap((answer) => answer.rows);
      const owners = answers.flatMap(({ deviceId, rows }) => rows.map(() => deviceId));
      const deviceIds = answers.map(({ deviceId }) => deviceId);
      const values = { ...valuesOf(rows), owners, deviceIds };
      // Planning takes longer than writing a few rows; many are worth a plan for their number.
      if (rows.length <= rowsWithoutPlan) await runNamedQuery(db, `apply ${name}`, changingAll, values);
      else await runQuery(db, changingAll(), values);
    },

    async applyRowSteps(db, deviceId, steps) {
      const spooled = sql`pg_temp.incoming_rows`;
      await sql`
        create temp table incoming_rows on commit drop as
        select 0::bigint as nth, key, ${refs} from ${table} limit 0`.execute(db);
      let count = 0;
      for await (const rows of steps) {
        const step = sql`
          insert into ${spooled} (key, ${refs}, nth)
          select key, ${refs}, ${param('count')}::bigint + nth
          from unnest(${unnested}) with ordinality as step (key, ${refs}, nth)`;
        await runQuery(db, step, { ...valuesOf(rows), count });
        count += rows.length;
      }
      const { rows: repeated } = await sql`
        select from ${spooled} group by key having count(*) > 1 limit 1`.execute(db);
      if (repeated.length > 0) return false;
      await sql`analyze ${spooled}`.execute(db);
      const changes = changing(sql`select ${deviceId}::bigint, key, ${refs}, nth from ${spooled}`);
      await runQuery(db, changes, { deviceIds: [deviceId] });
      return true;
    },

    async deleteRows(db, deviceId) {
      await sql`delete from ${table} where device_id = ${deviceId}`.execute(db);
    },
  };
}

function storable(value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : (value ?? null);
}

const largestInteger = 2 ** 31 - 1;

/**
 * True when an integer column can store the value; otherwise the database would reject the whole answer without naming the
 * row.
 */
function fitsInteger(value: unknown): boolean {
  return typeof value !== 'number' || Math.abs(value) <= largestInteger;
}

/** The most bytes of an indexed text: a B-tree entry takes 2,704 bytes, including the ids of the device and the row. */
const indexedTextBytes = 2600;

/** True when the index of a sort column can store the value; otherwise the database would reject the whole answer. */
function fitsIndex(value: unknown): boolean {
  return typeof value !== 'string' || Buffer.byteLength(value) <= indexedTextBytes;
}

function describeProblem(issues: readonly { path: PropertyKey[]; message: string }[]): string {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

function snakeCase(name: string): string {
  return name.replaceAll('-', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
