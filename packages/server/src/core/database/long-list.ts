import { limits, paginationOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { JsonPage } from '../http/route.ts';
import { cursorOf, isBeyond, orderOf, placeOf, readCursor, readingFrom, type ListOrder, type Place } from './keyset.ts';
import { ask, readNamed, type SlotValues } from './named-query.ts';
import type { Database } from './schema.ts';

/** A list that may have a million rows, as parts of a query. */
export interface LongList extends ListOrder {
  /** The table that is narrowed and sorted, with its short name: `devices d`. */
  table: RawBuilder<unknown>;
  /** The same with all that is joined to show a row. */
  sources: RawBuilder<unknown>;
  /** What a row shows, named as the contract names it. */
  fields: RawBuilder<unknown>;
  /** Which rows the list has. */
  where: RawBuilder<unknown>;
  /** How many that are: one number that the database keeps, so that nobody counts. */
  kept: RawBuilder<unknown>;
  /** What was searched or filtered; null for the whole list. */
  narrowed: Narrowed | null;
  /** One value that is read together with the page. */
  beside?: RawBuilder<unknown>;
  /** What is filled into the slots of the parts above. */
  values?: SlotValues;
  /**
   * Set when the parts above are the same for every list of this name but for their slots, and PostgreSQL needs no
   * look at the values to choose its way: the first page, which is read most, is then planned once.
   */
  name?: string;
}

interface Narrowed {
  /** Found by an index: for few among many. */
  found: RawBuilder<unknown>;
  /** The same asked of one row after the other, so written that no index is used for it: for many. */
  matches: RawBuilder<unknown>;
}

interface Page {
  page: number;
  pageSize: number;
  /** For who reads the whole list: where the page before ended, empty for the first one. */
  after?: string | undefined;
}

/** Reads one page as JSON that PostgreSQL writes, and what was wanted beside it, in one round trip. */
export async function selectLongListPage(
  db: Database,
  list: LongList,
  page: Page,
): Promise<JsonPage & { beside: unknown }> {
  const counted = Math.max(limits.page.countedTo, (page.page + 1) * page.pageSize);
  const place = page.after === undefined ? null : readCursor(page.after);
  const [answer] = await (place === null
    ? askPage(db, list, page, counted)
    : readingFrom(ask(db, pageBeyond(list, place, page), list.values ?? {})));
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

async function askPage(db: Database, list: LongList, page: Page, counted: number) {
  const { narrowed, name, values = {} } = list;
  if (narrowed !== null) return await ask(db, narrowedPage(list, narrowed, page, counted), values);
  if (name === undefined || page.page > 1 || page.after !== undefined || !namedSizes.includes(page.pageSize)) {
    return await ask(db, wholePage(list, page), values);
  }
  return await readNamed(db, `${name}, ${page.pageSize}`, () => wholePage(list, page), values);
}

/** Sizes that are asked for in earnest; each is a query of its own for PostgreSQL, so there must not be five hundred. */
const namedSizes: readonly number[] = [20, 50, 100, 500];

type Answer = RawBuilder<{ json: string; total: number; last: Place | null; beside: unknown }>;

function wholePage(list: LongList, page: Page): Answer {
  // On the way to a later page an index alone is read; the rows themselves only where the page is.
  const onPage = page.page === 1 ? list.where : sql`${list.id} = any(array(${idsOf(list, list.where, page)}))`;
  // In plain sight, so that a plan made once knows that few rows are wanted.
  const limit = sql.lit(page.pageSize);
  return sql`select ${jsonOf(sql`${rowsWhere(list, onPage)} limit ${limit}`)} as json, (${list.kept}) as total,
    ${lastOf(list, onPage, page)} as last, ${besideOf(list)} as beside`;
}

/**
 * The page after a place, which an index knows: all pages together are one walk along it. What is narrowed is asked of
 * each row on the way, so that nobody fetches and sorts all that match for every page. Nor is the whole counted again:
 * the total is what has been read with this page, and one more when another follows.
 */
function pageBeyond(list: LongList, place: Place, page: Page): Answer {
  const { table, where, narrowed } = list;
  const rest = sql`${where} and ${isBeyond(list, place)} and ${narrowed === null ? sql`true` : narrowed.matches}`;
  const upToHere = sql`select count(*) + ${(page.page - 1) * page.pageSize} from (
    select from ${table} where ${rest} ${order(list)} limit ${page.pageSize + 1}) as next`;
  return sql`select ${jsonOf(sql`${rowsWhere(list, rest)} limit ${page.pageSize}`)} as json, (${upToHere}) as total,
    ${lastOf(list, rest, page)} as last, ${besideOf(list)} as beside`;
}

/** Where a full page ends, for who reads on; null when nothing follows. */
function lastOf(list: LongList, onPage: RawBuilder<unknown>, { pageSize, after }: Page): RawBuilder<unknown> {
  if (after === undefined) return sql`null::json`;
  return sql`(select ${placeOf(list)} from ${list.table} where ${onPage} ${order(list)}
    limit 1 offset ${pageSize - 1})`;
}

/** Rows looked at along the sort's index in search of a page before all that match are fetched and sorted instead. */
const walkedRows = 20_000;

/**
 * Which way is fast depends on how many match and where they lie, and PostgreSQL can only guess. So we say: few are
 * fetched by their own index and sorted. Of many, the first page mostly lies a short walk along the sort's index; when
 * it does not, all of them are fetched and sorted after all.
 */
function narrowedPage(list: LongList, { found, matches }: Narrowed, page: Page, counted: number): Answer {
  const { table, id, where, sortBy, first } = list;
  // The same order, of what the subqueries below call so.
  const byPlace = sql`order by ${orderOf({ ...list, sortBy: sql`place`, id: sql`id`, ...(first && { first: sql`leads` }) })}`;
  const leads = first ? sql`, ${first} as leads` : sql``;
  const place = sql`limit ${page.pageSize} offset ${(page.page - 1) * page.pageSize}`;
  const few = idsOf(list, sql`${id} = any(array(select id from found))`, page);
  const walk = Math.max(walkedRows, 4 * page.page * page.pageSize);
  // "offset 0" keeps the sort out of the subquery, where it would become the walk again.
  const all = sql`select id from (
      select ${id} as id, ${sortBy} as place${leads} from ${table} where ${where} and ${found} offset 0
    ) as every ${byPlace} ${place}`;
  const onPage = sql`${id} = any(case
    when (select total from amount) <= ${counted} then array(${few})
    when (select count(*) from walked) = ${page.pageSize} then array(select id from walked)
    else array(${all}) end)`;
  return sql`
    with found as materialized (
      select ${id} as id from ${table} where ${where} and ${found} limit ${counted + 1}
    ), amount as materialized (
      select count(*) as total from found
    ), walked as materialized (
      select id from (
        select ${id} as id, ${sortBy} as place${leads}, ${matches} as matches from ${table} where ${where}
        ${order(list)} limit ${walk}
      ) as near where matches ${byPlace} ${place}
    )
    select ${jsonOf(rowsWhere(list, onPage))} as json, (select total from amount) as total,
      ${lastOf(list, onPage, page)} as last, ${besideOf(list)} as beside`;
}

function idsOf(list: LongList, where: RawBuilder<unknown>, { page, pageSize }: Page): RawBuilder<unknown> {
  return sql`select ${list.id} from ${list.table} where ${where} ${order(list)}
    limit ${pageSize} offset ${(page - 1) * pageSize}`;
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
