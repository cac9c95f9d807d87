import type { Pagination } from '@fairwatch/contract';
import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Answer } from '../../api/client.ts';
import { isRefusal } from '../../api/query.ts';
import type { ListRow } from './columns.ts';
import type { ListView } from '../filters/use-list-search.ts';

/** One page of a list with its loading state. */
export interface PagedList<Row extends ListRow> {
  rows: readonly Row[];
  pagination: Pagination | null;
  /** True until the first page is loaded. */
  loading: boolean;
  /** True while the rows are those of the previous page or search. */
  refreshing: boolean;
  /** Set when loading failed and there are no rows to show, or when the server refused access. */
  error: Error | null;
  refetch: () => Promise<unknown>;
  view: ListView;
}

const noRows: readonly never[] = [];

/** Returns whether two queries read the same list: the same endpoint, and the same device if it has one. */
function isSameList([path, input]: QueryKey, [otherPath, otherInput]: QueryKey): boolean {
  return path === otherPath && deviceOf(input) === deviceOf(otherInput);
}

function deviceOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'deviceId' in input ? input.deviceId : undefined;
}

/**
 * Loads the page of a list that the URL names. The previous page stays visible meanwhile, except for rows of another device and rows to
 * which the server has refused access since.
 */
export function usePagedList<Row extends ListRow, Key extends QueryKey>(
  options: UseQueryOptions<Answer<Row[]>, Error, Answer<Row[]>, Key> & { queryKey: Key },
  view: ListView,
): PagedList<Row> {
  const { queryKey } = options;
  const client = useQueryClient();
  const result = useQuery({
    ...options,
    placeholderData: (before, query) =>
      query && isSameList(query.queryKey, queryKey) && !isRefusal(query.state.error) ? before : undefined,
  });
  const refused = isRefusal(result.error);
  const error = refused || result.data === undefined ? result.error : null;
  const pagination = result.data?.pagination ?? null;
  const lastPage = pagination === null || result.isPlaceholderData ? null : Math.max(1, pagination.totalPages);

  const { page, change } = view;
  useEffect(() => {
    // Rows were deleted and the page no longer exists, so the last page is shown.
    if (lastPage !== null && page > lastPage) change({ page: lastPage }, { replace: true });
  });
  useEffect(() => {
    // Cached pages from before the refusal must not be shown again.
    if (refused) client.removeQueries({ type: 'inactive', predicate: (query) => isSameList(query.queryKey, queryKey) });
  });

  return {
    rows: error === null ? (result.data?.data ?? noRows) : noRows,
    pagination: error === null ? pagination : null,
    loading: result.isPending,
    refreshing: result.isPlaceholderData,
    error,
    refetch: result.refetch,
    view,
  };
}
