import type { Answer } from '../../../../core/api/client.ts';
import type { FetchPage } from '../../../../core/export/collect-rows.ts';
import type { ListRow } from '../../../../core/components/table/columns.ts';

type ReadPage<Row extends ListRow> = (
  page: { page: number; pageSize: number; export: true },
  signal: AbortSignal,
) => Promise<Answer<Row[]>>;

/** Adapts a list with numbered pages to `FetchPage`, which continues by cursor: the cursor is the number of the next page. */
export function numberedPages<Row extends ListRow>(read: ReadPage<Row>): FetchPage<Row> {
  return async ({ page, pageSize, export: exported }, signal) => {
    const { data, pagination } = await read({ page, pageSize, export: exported }, signal);
    const hasNext = pagination !== null && page < pagination.totalPages;
    return { data, pagination: hasNext ? { ...pagination, next: String(page + 1) } : pagination };
  };
}
