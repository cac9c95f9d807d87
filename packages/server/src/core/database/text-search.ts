import { sql, type RawBuilder } from 'kysely';
import { containsPattern } from './list-sql.ts';
import { param, type ParameterValues } from './named-query.ts';

/** A search for text that a list's rows contain. The table that is searched has one row of text for each row of the list. */
export interface TextSearch {
  /** The table that is searched, with its alias, and its column with the id of the list's row. */
  table: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** The columns that are searched, whose texts are folded. Each has a trigram index. */
  texts: readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]];
  /** The SQL condition that a row must meet to belong to the list. */
  where: RawBuilder<unknown>;
  /** The SQL condition that a row contains what is searched for: it compares with `searchPattern`. */
  matches: RawBuilder<unknown>;
  /** A query that counts the rows to search, which tells a short list from a long one. */
  kept: RawBuilder<unknown>;
}

/** A text as names are searched: in lower case and without accents, by the database function `fold_search`. */
export const folded = (text: unknown) => sql<string>`fold_search(${text}::text)`;

/**
 * A condition that is true for rows in which one of these names contains the search text; case and accents do not matter. It folds the names of
 * every row, so it is for short lists that have no column of folded text.
 */
export function isNamed(names: readonly RawBuilder<unknown>[], search: string): RawBuilder<boolean> {
  return sql`found_by(concat_ws(E'\\n', ${sql.join(names)})) like ${folded(containsPattern(search))}`;
}

/** What is searched for, folded, as a `like` pattern. A subquery, so that it is computed once and no plan depends on it. */
export const searchPattern = sql`(select ${folded(param('searchPattern'))})`;

/** The values of the parameters of a search. */
export function searchValues(search: string): ParameterValues {
  return { search, searchPattern: containsPattern(search) };
}

/** A list with at most this many rows is read as a whole, because choosing an index would take longer. */
const shortList = 2000;
/** The size of the sample that tells frequent parts of a search from rare ones, and the most parts that are compared with it. */
const sampled = 200;
const parts = 30;
/** The most rows that a search without rare parts reads from the table. If these do not suffice, it uses the index after all. */
const scannedRows = 100_000;

/**
 * A query for the ids of up to so many rows that match. A trigram index reads the list of rows of every trigram of a search, and those of a
 * frequent word, such as the domain of all addresses, are as long as the table. So a sample of the texts tells which parts of three characters
 * are rare: the index is asked for the three rarest only, and the rows it finds are checked. If even the rarest is frequent, so probably is
 * the search, and reading the table finds enough of it soonest.
 */
export function firstMatches({ table, id, texts, where, matches, kept }: TextSearch, limit: number) {
  const hasParts = texts.map(
    (text) => sql`(${text} like ${part(1)} and ${text} like ${part(2)} and ${text} like ${part(3)})`,
  );
  const scanned = sql`select case when rarest is null then null when is_rare then 0 else ${sql.lit(scannedRows)} end from parts`;
  // Matches are selected and then filtered, so that no index serves them: it would read the lists of all trigrams.
  const matching = (rows: RawBuilder<unknown>) =>
    sql`select id from (select ${id} as id, ${matches} as matches from ${table} where ${where} ${rows}) as near
      where matches limit ${sql.lit(limit)}`;
  return sql`
    with sample as materialized (
      select ${sql.join(texts, sql` || ' ' || `)} as text from ${table} where ${id} = any(array(
        select generate_series(1, top, 1 + top / ${sql.lit(sampled)}) from (select max(${id}) as top from ${table}) as ids))
    ), parts as materialized (
      select array_agg(part order by hits) as rarest, min(hits) * 20 <= (select count(*) from sample) as is_rare
      from (
        select part, (select count(*) from sample where text like part) as hits
        from (select ${folded(param('search'))} as search) as given, generate_series(1, ${sql.lit(parts)}) as n,
          substr(search, n, 3) as piece, concat('%', ${escaped}, '%') as part
        -- A piece has a trigram when one of its last two characters belongs to a word.
        where length(piece) = 3 and show_trgm(substr(piece, 2)) <> '{}' and (${kept}) > ${sql.lit(shortList)} offset 0
      ) as counted
    ), scanned as materialized (
      ${matching(sql`limit (${scanned})`)}
    ), chosen as materialized (
      select (is_rare or (${kept}) > ${sql.lit(scannedRows)}) and (select count(*) from scanned) < ${sql.lit(limit)} as index from parts
    )
    select id from scanned where (select index from chosen) is not true
    union all (${matching(sql`and (select index from chosen) and (${sql.join(hasParts, sql` or `)}) offset 0`)})`;
}

function part(n: number): RawBuilder<unknown> {
  return sql`(select rarest[least(${sql.lit(n)}, cardinality(rarest))] from parts)`;
}

/** The SQL that escapes the wildcards of `like` in one part, as `containsPattern` does for a whole search. */
const escaped = sql.raw(String.raw`regexp_replace(piece, '([\\%_])', '\\\1', 'g')`);
