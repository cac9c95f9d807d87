import { limits } from '@fairwatch/contract';
import type { Answer } from '../api/client.ts';
import type { ListRow } from './columns.ts';

/** Reads one page of a list as the screen sorts and searches it. */
export type FetchPage<Row extends ListRow> = (
  page: { page: number; pageSize: number },
  signal: AbortSignal,
) => Promise<Answer<Row[]>>;

/** Some rows of a list, and how much of it has been read with them, from 0 to 1. */
interface CollectedRows<Row extends ListRow> {
  rows: Row[];
  share: number;
}

/**
 * Reads a whole list, page after page; nobody holds more than one of them. Rows that move between pages while we read
 * come once: they are known by id.
 */
export async function* collectRows<Row extends ListRow>(
  fetchPage: FetchPage<Row>,
  signal: AbortSignal,
): AsyncGenerator<CollectedRows<Row>> {
  const known = new Set<number>();
  let totalPages = 1;
  for (let page = 1; page <= totalPages; page += 1) {
    const { data, pagination } = await fetchPage({ page, pageSize: limits.page.maxSize }, signal);
    signal.throwIfAborted();
    const rows = data.filter(({ id }) => !known.has(id));
    for (const { id } of rows) known.add(id);
    totalPages = pagination?.totalPages ?? 1;
    yield { rows, share: Math.min(1, page / Math.max(1, totalPages)) };
  }
}
