import { limits, paginationOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { JsonPage } from './page.ts';
import {
  cursorOf,
  isBeyond,
  orderOf,
  placeOf,
  readCursor,
  readingFrom,
  type ListOrder,
  type KeysetPlace,
} from './keyset.ts';
import { firstMatches, type TextSearch } from './text-search.ts';
import { runQuery, runNamedRead, type AnyDatabase, type ParameterValues } from './named-query.ts';

/** A list that may have a million rows, described by the SQL parts of its queries. */
export interface LongList extends ListOrder {
  /** The table that is searched and sorted, with its alias: `things t`. */
  table: RawBuilder<unknown>;
  /** Like `table`, plus the joins that the displayed columns need. */
  sources: RawBuilder<unknown>;
  /** The select list of a row, with the contract's field names. */
  fields: RawBuilder<unknown>;
  /** The condition for all rows of the unfiltered list. */
  where: RawBuilder<unknown>;
  /** A query for the number of rows under `where`. It reads a maintained counter, because `count(*)` is too slow here. */
  kept: RawBuilder<unknown>;
  /** The search and the filters; null for the whole list. */
  narrowed: Narrowed | null;
  /** A scalar query that is answered in the same round trip as the page. */
  beside?: RawBuilder<unknown>;
  /** The values of the query parameters in the parts above. */
  values?: ParameterValues;
  /**
   * The name of the prepared statement for the first page. Set it when all lists of this name have the same SQL apart from `values`, and when
   * the best plan does not depend on these.
   */
  name?: string;
}

interface Narrowed {
  /** The condition in a form that uses its own index, for a search with few matches. */
  found: RawBuilder<unknown>;
  /** The same condition in a form that no index serves, to filter rows on a scan in sort order. */
  matches: RawBuilder<unknown>;
  /** A faster way than `found` to the first matches. Its parameters are among the list's `values`. */
  search?: TextSearch;
}

interface Page {
  page: number;
  pageSize: number;
  /** The cursor at which the previous page ended, for reading a whole list; empty for its first page. */
  after?: string | undefined;
}

/** Reads one page as JSON built by PostgreSQL, together with `beside`, in one round trip. */
export async function selectLongListPage(
  db: AnyDatabase,
  list: LongList,
  page: Page,
): Promise<JsonPage & { beside: unknown }> {
  const counted = Math.max(limits.page.countedTo, (page.page + 1) * page.pageSize);
  const place = page.after === undefined ? null : readCursor(page.after);
  const [answer] = await (place === null
    ? readNumberedPage(db, list, page, counted)
    : readingFrom(runQuery(db, pageBeyond(list, place, page), list.values ?? {})));
  if (answer === undefined) throw new Error('A select without from returns one row.');
  const total = Number(answer.total);
  const goesOn = answer.last !== null && (place === null || total > page.page * page.pageSize);
  const isMinimum = place === null ? list.narrowed !== null && total > counted : goesOn;
  const pagination = paginationOf(page.page, page.pageSize, place === null && isMinimum ? counted : total);
  return {
    json: answer.json,
    pagination: {
      ...pagination,
      ...(isMinimum && { totalIsMinimum: true }),
      ...(goesOn && answer.last && { next: cursorOf(answer.last) }),
    },
    beside: answer.beside,
  };
}

async function readNumberedPage(db: AnyDatabase, list: LongList, page: Page, counted: number) {
  const { narrowed, name, values = {} } = list;
  const query = () => (narrowed === null ? wholePage(list, page) : narrowedPage(list, narrowed, page, counted));
  // Filters have values of their own in their SQL; only a text search has parameters with names.
  const isNamed = narrowed === null || narrowed.search !== undefined;
  if (!isNamed || !name || page.page > 1 || page.after !== undefined || !namedSizes.includes(page.pageSize)) {
    return await runQuery(db, query(), values);
  }
  const pipeline = narrowed === null ? 'readPipeline' : 'searchPipeline';
  return await runNamedRead(db, `${name}, ${page.pageSize}`, query, values, pipeline);
}

/** The page sizes of the console. Each one is a prepared statement per connection, so other sizes are not prepared. */
const namedSizes: readonly number[] = [20, 50, 100, 500];

type Answer = RawBuilder<{ json: string; total: number; last: KeysetPlace | null; beside: unknown }>;

/** A page of the unfiltered list. Plan: a scan along the sort's index that stops at the limit. */
function wholePage(list: LongList, page: Page): Answer {
  // A later page skips the rows before it by an index-only scan of ids, from whichever end of the list is nearer. Only the rows of the page
  // are read from the table.
  const onPage =
    page.page === 1
      ? list.where
      : sql`${list.id} = any(case when ${page.page * page.pageSize} < (select total / 2 from amount)
          then array(${idsOf(list, list.where, page)}) else array(${idsFromEnd(list, page)}) end)`;
  // A literal, so that the planner of a prepared statement knows that few rows are wanted.
  const limit = sql.lit(page.pageSize);
  return sql`with amount (total) as materialized (${list.kept})
    select ${jsonOf(sql`${rowsWhere(list, onPage)} limit ${limit}`)} as json, (select total from amount) as total,
      ${lastOf(list, onPage, page)} as last, ${besideOf(list)} as beside`;
}

/**
 * The page after a cursor. Plan: an index scan that starts at the place, so that all pages together scan the index once. The search
 * filters rows on the scan, because fetching and sorting all matches for every page would be quadratic. The total is the number
 * of rows up to this page, plus one when another page follows.
 */
function pageBeyond(list: LongList, place: KeysetPlace, page: Page): Answer {
  const { table, where, narrowed } = list;
  const rest = sql`${where} and ${isBeyond(list, place)} and ${narrowed === null ? sql`true` : narrowed.matches}`;
  const upToHere = sql`select count(*) + ${(page.page - 1) * page.pageSize} from (
    select from ${table} where ${rest} ${order(list)} limit ${page.pageSize + 1}) as next`;
  return sql`select ${jsonOf(sql`${rowsWhere(list, rest)} limit ${page.pageSize}`)} as json, (${upToHere}) as total,
    ${lastOf(list, rest, page)} as last, ${besideOf(list)} as beside`;
}

/** The place of the last row of a full page; null when the page is not full or no cursor is used. */
function lastOf(list: LongList, onPage: RawBuilder<unknown>, { pageSize, after }: Page): RawBuilder<unknown> {
  if (after === undefined) return sql`null::json`;
  return sql`(select ${placeOf(list)} from ${list.table} where ${onPage} ${order(list)}
    limit 1 offset ${pageSize - 1})`;
}

/** How many rows are scanned in sort order to fill a page, before all matches are fetched and sorted instead. */
const walkedRows = 20_000;

/**
 * A page of a search. The best plan depends on how many rows match and where they lie, which PostgreSQL cannot estimate well, so the
 * statement decides at run time. `found` fetches at most `counted + 1` matches, by the search's index or as `firstMatches` decides. If
 * these are all matches, they are sorted. Otherwise `walked` scans the sort's index for a bounded number of rows;
 * if they do not fill the page, all matches are fetched and sorted.
 */
function narrowedPage(list: LongList, narrowed: Narrowed, page: Page, counted: number): Answer {
  const { found, matches, search } = narrowed;
  const { table, id, where, sortBy, first } = list;
  // The list's order in terms of the column aliases of the subqueries below.
  const byPlace = sql`order by ${orderOf({ ...list, sortBy: sql`place`, id: sql`id`, ...(first && { first: sql`leads` }) })}`;
  const leads = first ? sql`, ${first} as leads` : sql``;
  const place = sql`limit ${sql.lit(page.pageSize)} offset ${sql.lit((page.page - 1) * page.pageSize)}`;
  const few = idsOf(list, sql`${id} = any(array(select id from found))`, page);
  const walk = Math.max(walkedRows, 4 * page.page * page.pageSize);
  // "offset 0" is an optimisation fence: without it the planner would turn the sort into an index scan again.
  const all = sql`select id from (
      select ${id} as id, ${sortBy} as place${leads} from ${table} where ${where} and ${found} offset 0
    ) as every ${byPlace} ${place}`;
  const onPage = sql`${id} = any(case
    when (select total from amount) <= ${sql.lit(counted)} then array(${few})
    when (select count(*) from walked) = ${sql.lit(page.pageSize)} then array(select id from walked)
    else array(${all}) end)`;
  return sql`
    with found as materialized (
      ${search ? firstMatches(search, counted + 1) : sql`select ${id} as id from ${table} where ${where} and ${found} limit ${sql.lit(counted + 1)}`}
    ), amount as materialized (
      select count(*) as total from found
    ), walked as materialized (
      select id from (
        select ${id} as id, ${sortBy} as place${leads}, ${matches} as matches from ${table} where ${where}
        ${order(list)} limit ${sql.lit(walk)}
      ) as near where matches ${byPlace} ${place}
    )
    select ${jsonOf(rowsWhere(list, onPage))} as json, (select total from amount) as total,
      ${lastOf(list, onPage, page)} as last, ${besideOf(list)} as beside`;
}

function idsOf(list: LongList, where: RawBuilder<unknown>, { page, pageSize }: Page): RawBuilder<unknown> {
  return sql`select ${list.id} from ${list.table} where ${where} ${order(list)}
    limit ${sql.lit(pageSize)} offset ${sql.lit((page - 1) * pageSize)}`;
}

/** Selects the ids of a page of the whole list, backwards. The last page may not be full, and pages beyond it have no rows. */
function idsFromEnd(list: LongList, { page, pageSize }: Page): RawBuilder<unknown> {
  const remaining = sql`(select total - ${(page - 1) * pageSize}::bigint from amount)`;
  return sql`select ${list.id} from ${list.table} where ${list.where} order by ${orderOf(list, 'backwards')}
    limit greatest(0, least(${pageSize}::bigint, ${remaining})) offset greatest(0, ${remaining} - ${pageSize}::bigint)`;
}

function rowsWhere(list: LongList, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${list.fields} from ${list.sources} where ${where} ${order(list)}`;
}

function besideOf({ beside }: LongList): RawBuilder<unknown> {
  return beside ? sql`(${beside})` : sql`null`;
}

function order(list: LongList): RawBuilder<unknown> {
  return sql`order by ${orderOf(list)}`;
}

function jsonOf(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((select json_agg(row) from (${rows}) as row), '[]')::text`;
}
