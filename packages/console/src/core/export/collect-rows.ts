import { limits } from '@fairwatch/contract';
import type { Answer } from '../api/client.ts';
import type { ListRow } from '../components/table/columns.ts';

/** Reads one page of a list with the search and order on screen, after the cursor of the page before. */
export type FetchPage<Row extends ListRow> = (
  page: { page: number; pageSize: number; after: string; export: true },
  signal: AbortSignal,
) => Promise<Answer<Row[]>>;

/** Some rows of a list, and the share of the list that has been read, from 0 to 1. */
interface CollectedRows<Row extends ListRow> {
  rows: Row[];
  share: number;
}

/**
 * Reads a whole list page by page, with one page in memory. A row that moves to another page meanwhile is yielded once, because ids
 * are remembered.
 */
export async function* collectRows<Row extends ListRow>(
  fetchPage: FetchPage<Row>,
  signal: AbortSignal,
): AsyncGenerator<CollectedRows<Row>> {
  const known = new Set<number>();
  let after: string | undefined = '';
  let totalPages = 1;
  for (let page = 1; after !== undefined; page += 1) {
    const { data, pagination }: Answer<Row[]> = await fetchPage(
      // `export` groups all pages into one entry of the person's access log.
      { page, pageSize: limits.page.maxSize, after, export: true },
      signal,
    );
    signal.throwIfAborted();
    const rows = data.filter(({ id }) => !known.has(id));
    for (const { id } of rows) known.add(id);
    after = pagination?.next;
    // Only the first page counts the whole list; later pages count the rows up to their own.
    totalPages = Math.max(totalPages, pagination?.totalPages ?? 1);
    yield { rows, share: after === undefined ? 1 : page / totalPages };
  }
}
