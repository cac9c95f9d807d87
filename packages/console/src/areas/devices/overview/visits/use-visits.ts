import { deviceVisits, visitEntries, type LogEntry, type LogVisit } from '@fairwatch/contract';
import { keepPreviousData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { call } from '../../../../core/api/client.ts';

/** The loaded part of a list, and how to load more. */
export interface LoadedList<Item> {
  items: readonly Item[];
  loading: boolean;
  error: Error | null;
  refetch: () => Promise<unknown>;
  /** Loads the next page; null at the end. */
  more: (() => void) | null;
  loadingMore: boolean;
}

/** The visits to a device, newest first. */
export function useVisits(deviceId: number): LoadedList<LogVisit> {
  const result = useInfiniteQuery({
    queryKey: [deviceVisits.path, { deviceId }] as const,
    queryFn: async ({ pageParam, signal }) =>
      (await call(deviceVisits, { deviceId, ...(pageParam !== null && { before: pageParam }) }, signal)).data,
    initialPageParam: null as number | null,
    getNextPageParam: ({ visits, more }) => (more ? visits.at(-1)?.last : undefined),
  });
  return loadedListOf(result, result.data?.pages.flatMap(({ visits }) => visits) ?? []);
}

/** The entries of one visit, newest first. When a visit grows, its old entries stay on screen until the new ones are loaded. */
export function useVisitEntries(deviceId: number, { first, last }: LogVisit): LoadedList<LogEntry> {
  const result = useInfiniteQuery({
    queryKey: [visitEntries.path, { deviceId, first, last }] as const,
    queryFn: async ({ pageParam, signal }) =>
      (await call(visitEntries, { deviceId, first, last, ...(pageParam !== null && { before: pageParam }) }, signal))
        .data,
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, more }) => (more ? entries.at(-1)?.sequence : undefined),
    placeholderData: keepPreviousData,
  });
  return loadedListOf(result, result.data?.pages.flatMap(({ entries }) => entries) ?? []);
}

function loadedListOf<Item>(result: UseInfiniteQueryResult, items: readonly Item[]): LoadedList<Item> {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = result;
  return {
    items,
    loading: isPending,
    error: data === undefined ? error : null,
    refetch,
    more: hasNextPage ? () => void fetchNextPage() : null,
    loadingMore: isFetchingNextPage,
  };
}
