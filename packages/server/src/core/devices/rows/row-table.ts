import type { DeviceFeature, DeviceListInput, DeviceRow, ListFilter, OutputOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { slot } from '../../database/named-query.ts';
import type { Database } from '../../database/schema.ts';
import type { Gated, JsonPage } from '../../http/route.ts';
import type { Scope } from '../../scope.ts';
import { selectGatedPage } from './gated-page.ts';
import { all, containsPattern, inScope, isoTime, keptRows } from '../../database/list-sql.ts';
import { storableText } from '../storable-text.ts';

type ColumnType = 'text' | 'timestamptz' | 'integer' | 'bigint' | 'double precision' | 'boolean';

/** The column types that can hold a field of the record. */
type ColumnTypeFor<Value> =
  NonNullable<Value> extends string
    ? 'text' | 'timestamptz'
    : NonNullable<Value> extends number
      ? 'integer' | 'bigint' | 'double precision'
      : NonNullable<Value> extends boolean
        ? 'boolean'
        : never;

type Fields<F extends DeviceFeature> = Omit<OutputOf<F['list']>[number], 'id'>;

/** A row whose record was checked: its key, then its fields in the order of the table's columns. */
export type CheckedRow = readonly [key: string, ...values: unknown[]];

/** Where the rows of a device feature live, and how they get in and out. */
export interface RowTable {
  feature: DeviceFeature;
  /** The table's name. Its `received_at` says when a row last came, for retention. */
  name: string;
  /** What a device no longer sends stays until its days are over, as with places it has been to. */
  keepsUnsent: boolean;
  /** Columns that admins get masked, each with the column that holds its masked value: null where there is nothing to mask. */
  masked: Readonly<Record<string, string>>;
  /** Checks a row as it came from a device; a text says what is wrong with it. */
  checkRow(row: DeviceRow): CheckedRow | string;
  listRows(db: Database, scope: Scope, input: DeviceListInput): Promise<Gated<JsonPage>>;
  /** The condition that holds for the rows a list shows on all its pages, for sums over them. */
  matching(scope: Scope, match: ListMatch): RawBuilder<unknown>;
  /** Makes the table hold exactly these rows for each device, and what it keeps: adds, changes and removes only what differs. */
  applyRows(db: Database, answers: readonly DeviceRows[]): Promise<void>;
  /**
   * The same for one device with very many rows, which are taken in steps and never in memory as a whole. To be called once
   * in a transaction. False, with nothing changed, when a key is there twice.
   */
  applyRowSteps(db: Database, deviceId: number, steps: AsyncIterable<readonly CheckedRow[]>): Promise<boolean>;
  /** Removes all that was collected from the device. */
  deleteRows(db: Database, deviceId: number): Promise<void>;
}

/** What of a list's input decides which rows it has. */
export type ListMatch = Pick<DeviceListInput, 'deviceId' | 'search' | 'filter'>;

/** All rows of one kind that a device has. */
export interface DeviceRows {
  deviceId: number;
  rows: readonly CheckedRow[];
}

/** An unchanged row that comes again is not written again within this time: updates in a row cost nothing. */
const knownToWithin = '1 hour';

interface RowTableOptions extends Partial<Pick<RowTable, 'keepsUnsent' | 'masked'>> {
  /**
   * Rows whose `field` is true come first in a list that is filtered by `within`, as folders do in a folder. Only there: such a list is
   * short enough to be sorted without an index.
   */
  first?: { field: string; within: string };
}

/** Declares the table of a feature. Its name is the feature's id, its columns the record's fields in snake case. */
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
    // In an order, a name alone would mean what is selected under it: a time as text, which no index has.
    sortRef: sql.id(name, snakeCase(field)),
  }));
  const columnOf = new Map(columns.map((column) => [column.field, column]));
  const refs = sql.join(columns.map(({ ref }) => ref));
  const integers = columns.filter(({ type }) => type === 'integer');
  const indexed = columns.filter(({ field, type }) => type === 'text' && feature.sortBy.includes(field));

  /** A column as admins see it, and as a search looks at it: what is masked must not be found either. */
  const shown = (column: string) => {
    const mask = masked[column];
    return mask === undefined ? sql.id(column) : sql`coalesce(${sql.id(mask)}, ${sql.id(column)})`;
  };
  const selected = columns.map(({ field, type, ref }) =>
    type === 'timestamptz'
      ? sql`${isoTime(ref)} as ${sql.id(field)}`
      : sql`${shown(snakeCase(field))} as ${sql.id(field)}`,
  );
  /** Written as in the table's search index. */
  const searched = feature.searchIn.map((field) => sql`coalesce(${shown(snakeCase(field))}, '')`);
  const searchText = searched.length === 0 ? sql`''` : sql`(${sql.join(searched, sql` || E'\\n' || `)})`;

  /** The period ends before `to`. The contract has checked the fields and their values. */
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

  /** Keys and fields of rows as arrays of their columns' types. */
  function unnested(rows: readonly CheckedRow[]): RawBuilder<unknown> {
    return sql.join([
      sql`${rows.map(([key]) => key)}::text[]`,
      ...columns.map(({ type }, place) => sql`${rows.map((row) => row[place + 1])}::${sql.raw(type)}[]`),
    ]);
  }

  /** Adds, changes and removes what differs from all rows of these devices, as a query gives them. */
  async function applyChanges(
    db: Database,
    deviceIds: readonly number[],
    incoming: RawBuilder<unknown>,
  ): Promise<void> {
    const ofTable = (alias: string) => sql.join(columns.map(({ ref }) => sql`${sql.id(alias)}.${ref}`));
    const assignments = columns.map(({ ref }) => sql`${ref} = excluded.${ref}`);
    // Device by device, or key by key, whatever PostgreSQL knows about the table so far: it always has the index.
    const stored = keepsUnsent
      ? sql`left join lateral (
          select * from ${table} t where t.device_id = incoming.device_id and t.key = incoming.key offset 0
        ) stored on true`
      : sql`full join (
          select t.* from unnest(${deviceIds}::bigint[]) as asked (id)
          cross join lateral (select * from ${table} where device_id = asked.id offset 0) t
        ) stored on stored.device_id = incoming.device_id and stored.key = incoming.key`;
    // What is the same on both sides is not touched: most updates bring mostly that.
    await sql`
      with incoming (device_id, key, ${refs}, nth) as (${incoming}),
      changes as materialized (
        select stored.id as stored_id, incoming.* from incoming ${stored}
        where incoming.key is null or stored.id is null or (${ofTable('stored')}) is distinct from (${ofTable('incoming')})
          or stored.received_at < now() - ${knownToWithin}::interval
      ), removed as (
        delete from ${table} using changes where ${table}.id = changes.stored_id and changes.key is null
      )
      insert into ${table} (device_id, key, ${refs})
      select device_id, key, ${refs} from changes where key is not null order by nth
      on conflict (device_id, key) do update set ${sql.join(assignments)}, received_at = now()`.execute(db);
  }

  return {
    feature,
    name,
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
      const sort = columnOf.get(sortBy);
      if (!sort || !feature.sortBy.includes(sortBy)) throw new Error(`${feature.id} cannot be sorted by ${sortBy}.`);
      const leading =
        first && (filter as Readonly<Record<string, unknown>>)[first.within] !== undefined && columnOf.get(first.field);
      return await selectGatedPage(
        db,
        { scope, deviceId },
        {
          table,
          sources: table,
          fields: sql`id, ${sql.join(selected)}`,
          id: sql`id`,
          where: sql`device_id = ${slot('deviceId')} and ${inScope({ ...scope, userId: slot('userId') }, sql`device_id`)}`,
          kept: keptRows(name),
          narrowed: found.length === 0 ? null : { found: all(found), matches: all(matches) },
          sortBy: sort.type === 'text' ? sql`${sort.sortRef} collate natural_order` : sort.sortRef,
          direction: sortDirection,
          ...(leading && { first: leading.sortRef }),
          name: `${name} of ${scope.allDevices ? 'all' : 'assigned'} by ${sortBy} ${sortDirection}`,
        },
        input,
      );
    },

    async applyRows(db, answers) {
      const rows = answers.flatMap((answer) => answer.rows);
      const owners = answers.flatMap(({ deviceId, rows }) => rows.map(() => deviceId));
      const incoming = sql`unnest(${owners}::bigint[], ${unnested(rows)}) with ordinality`;
      const deviceIds = answers.map(({ deviceId }) => deviceId);
      await applyChanges(db, deviceIds, sql`select * from ${incoming}`);
    },

    async applyRowSteps(db, deviceId, steps) {
      const spooled = sql`pg_temp.incoming_rows`;
      await sql`
        create temp table incoming_rows on commit drop as
        select 0::bigint as nth, key, ${refs} from ${table} limit 0`.execute(db);
      let count = 0;
      for await (const rows of steps) {
        await sql`
          insert into ${spooled} (key, ${refs}, nth)
          select key, ${refs}, ${count}::bigint + nth
          from unnest(${unnested(rows)}) with ordinality as step (key, ${refs}, nth)`.execute(db);
        count += rows.length;
      }
      const { rows: repeated } = await sql`
        select from ${spooled} group by key having count(*) > 1 limit 1`.execute(db);
      if (repeated.length > 0) return false;
      await sql`analyze ${spooled}`.execute(db);
      await applyChanges(db, [deviceId], sql`select ${deviceId}::bigint, key, ${refs}, nth from ${spooled}`);
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

/** Whether an integer column can hold a value: one that it cannot would spoil the whole answer without saying which. */
function fitsInteger(value: unknown): boolean {
  return typeof value !== 'number' || Math.abs(value) <= largestInteger;
}

/** An entry of an index takes 2,704 bytes, of which the rest is for the device's and the row's ids. */
const indexedTextBytes = 2600;

/** Whether the index by which a list is sorted can hold a value: one that it cannot would spoil the whole answer, too. */
function fitsIndex(value: unknown): boolean {
  return typeof value !== 'string' || Buffer.byteLength(value) <= indexedTextBytes;
}

function describeProblem(issues: readonly { path: PropertyKey[]; message: string }[]): string {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

function snakeCase(name: string): string {
  return name.replaceAll('-', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
