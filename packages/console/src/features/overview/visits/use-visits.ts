import { deviceVisits, visitEntries, type LogEntry, type LogVisit } from '@fairwatch/contract';
import { keepPreviousData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { call } from '../../../core/api/client.ts';

/** A list as far as it has been read, with the way to read on. */
export interface ReadSoFar<Item> {
  items: readonly Item[];
  loading: boolean;
  error: Error | null;
  refetch: () => Promise<unknown>;
  /** Null when nothing follows. */
  more: (() => void) | null;
  loadingMore: boolean;
}

/** The visits to a device, newest first. */
export function useVisits(deviceId: number): ReadSoFar<LogVisit> {
  const result = useInfiniteQuery({
    queryKey: [deviceVisits.path, { deviceId }] as const,
    queryFn: async ({ pageParam, signal }) =>
      (await call(deviceVisits, { deviceId, ...(pageParam !== null && { before: pageParam }) }, signal)).data,
    initialPageParam: null as number | null,
    getNextPageParam: ({ visits, more }) => (more ? visits.at(-1)?.last : undefined),
  });
  return readSoFar(result, result.data?.pages.flatMap(({ visits }) => visits) ?? []);
}

/** The entries of one visit, newest first. A visit that grows is the same visit: what was there stays on screen meanwhile. */
export function useVisitEntries(deviceId: number, { first, last }: LogVisit): ReadSoFar<LogEntry> {
  const result = useInfiniteQuery({
    queryKey: [visitEntries.path, { deviceId, first, last }] as const,
    queryFn: async ({ pageParam, signal }) =>
      (await call(visitEntries, { deviceId, first, last, ...(pageParam !== null && { before: pageParam }) }, signal))
        .data,
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, more }) => (more ? entries.at(-1)?.sequence : undefined),
    placeholderData: keepPreviousData,
  });
  return readSoFar(result, result.data?.pages.flatMap(({ entries }) => entries) ?? []);
}

function readSoFar<Item>(result: UseInfiniteQueryResult, items: readonly Item[]): ReadSoFar<Item> {
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
