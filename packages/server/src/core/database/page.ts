import { paginationOf, type Pagination } from '@fairwatch/contract';
import { sql, type Expression } from 'kysely';
import type { AnyDatabase } from './named-query.ts';

/** One page of a list. Its rows are JSON text built by PostgreSQL, which is sent to the caller without parsing. */
export interface JsonPage {
  json: string;
  pagination: Pagination;
}

interface PagedQueries {
  /**
   * All rows in order, without a limit, with the contract's field names. The order must end with a unique column,
   * because equal rows would otherwise move between pages.
   */
  rows: Expression<unknown>;
  /** A query that returns the total number of rows. */
  total: Expression<unknown>;
}

/** Reads one page and the total in one round trip. */
export async function selectPage(
  db: AnyDatabase,
  { rows, total }: PagedQueries,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<JsonPage> {
  const result = await sql<{ json: string; total: number }>`
    select coalesce((select json_agg(row) from (${rows} limit ${pageSize} offset ${(page - 1) * pageSize}) as row), '[]')::text as json,
      (${total}) as total`.execute(db);
  const [answer] = result.rows;
  if (answer === undefined) throw new Error('A select without from returns one row.');
  return { json: answer.json, pagination: paginationOf(page, pageSize, Number(answer.total)) };
}
