import { paginationOf } from '@fairwatch/contract';
import { sql, type Expression } from 'kysely';
import type { JsonPage } from '../http/route.ts';
import type { Database } from './schema.ts';

interface PagedQueries {
  /**
   * All rows in their order, named as the contract names them, without limit. End the order with a unique column:
   * rows that compare equal would otherwise move between pages.
   */
  rows: Expression<unknown>;
  /** One row, one number: how many rows there are in all. */
  total: Expression<unknown>;
}

/** Reads one page of a list as JSON that PostgreSQL writes, in one round trip. */
export async function selectPage(
  db: Database,
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
