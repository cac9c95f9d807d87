import { limits } from '@fairwatch/contract';
import type { Answer } from '../api/client.ts';
import type { ListRow } from '../components/columns.ts';

/** Reads one page of a list as the screen sorts and searches it, from where the page before it ended. */
export type FetchPage<Row extends ListRow> = (
  page: { page: number; pageSize: number; after: string; export: true },
  signal: AbortSignal,
) => Promise<Answer<Row[]>>;

/** Some rows of a list, and how much of it has been read with them, from 0 to 1. */
interface CollectedRows<Row extends ListRow> {
  rows: Row[];
  share: number;
}

/**
 * Reads a whole list, page after page, each from where the one before ended; nobody holds more than one of them. A row
 * that changes its place while we read comes once: it is known by id.
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
      // The log of whoever it is about then has one line for the whole.
      { page, pageSize: limits.page.maxSize, after, export: true },
      signal,
    );
    signal.throwIfAborted();
    const rows = data.filter(({ id }) => !known.has(id));
    for (const { id } of rows) known.add(id);
    after = pagination?.next;
    // Only the first page knows how many there are; those after it know what they have seen.
    totalPages = Math.max(totalPages, pagination?.totalPages ?? 1);
    yield { rows, share: after === undefined ? 1 : page / totalPages };
  }
}
