import { limits } from '@fairwatch/contract';
import type { Answer } from '../api/client.ts';
import type { ListRow } from './columns.ts';

/** Reads one page of a list as the screen sorts and searches it. */
export type FetchPage<Row extends ListRow> = (
  page: { page: number; pageSize: number },
  signal: AbortSignal,
) => Promise<Answer<Row[]>>;

/**
 * Reads a whole list, page after page. Rows that move between pages while we read come once: they are known by id.
 * `onProgress` gets the share from 0 to 1.
 */
export async function collectRows<Row extends ListRow>(
  fetchPage: FetchPage<Row>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Row[]> {
  const rows = new Map<number, Row>();
  let totalPages = 1;
  for (let page = 1; page <= totalPages; page += 1) {
    const { data, pagination } = await fetchPage({ page, pageSize: limits.page.maxSize }, signal);
    signal.throwIfAborted();
    for (const row of data) rows.set(row.id, row);
    totalPages = pagination?.totalPages ?? 1;
    onProgress(Math.min(1, page / Math.max(1, totalPages)));
  }
  return [...rows.values()];
}
