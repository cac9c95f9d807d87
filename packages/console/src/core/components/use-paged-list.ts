import type { Pagination } from '@fairwatch/contract';
import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Answer } from '../api/client.ts';
import { isRefusal } from '../api/query.ts';
import type { ListRow } from './columns.ts';
import type { ListView } from './use-list-search.ts';

/** One page of a list with its state: all that a table needs. */
export interface PagedList<Row extends ListRow> {
  rows: readonly Row[];
  pagination: Pagination | null;
  /** Nothing to show yet. */
  loading: boolean;
  /** The rows shown belong to the page or search before; the right ones are on their way. */
  refreshing: boolean;
  /** Set when there are no rows to show because the server could not or would not give them. */
  error: Error | null;
  refetch: () => Promise<unknown>;
  view: ListView;
}

const noRows: readonly never[] = [];

/** Whether two queries read the same list: the same endpoint, about the same device if it is about one. */
function isSameList([path, input]: QueryKey, [otherPath, otherInput]: QueryKey): boolean {
  return path === otherPath && deviceOf(input) === deviceOf(otherInput);
}

function deviceOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'deviceId' in input ? input.deviceId : undefined;
}

/**
 * Reads the page that the URL asks for. The one before stays on screen until it is there, but never the rows of
 * another device, and never rows that the server has refused since.
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
    // Rows went away and took the page with them: step back to the last one there is.
    if (lastPage !== null && page > lastPage) change({ page: lastPage }, { replace: true });
  });
  useEffect(() => {
    // What was read before the refusal must not come back from memory on another page.
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
