import type { Answer } from '../api/client.ts';
import type { FetchPage } from './collect-rows.ts';
import type { ListRow } from '../components/columns.ts';

type ReadPage<Row extends ListRow> = (
  page: { page: number; pageSize: number; export: true },
  signal: AbortSignal,
) => Promise<Answer<Row[]>>;

/** Reads a list as a whole whose pages know their number only: short enough that nobody minds walking to a late one. */
export function numberedPages<Row extends ListRow>(read: ReadPage<Row>): FetchPage<Row> {
  return async ({ page, pageSize, export: exported }, signal) => {
    const { data, pagination } = await read({ page, pageSize, export: exported }, signal);
    const goesOn = pagination !== null && page < pagination.totalPages;
    return { data, pagination: goesOn ? { ...pagination, next: String(page + 1) } : pagination };
  };
}
