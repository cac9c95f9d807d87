import { messageThreads, type MessageThread } from '@fairwatch/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../core/api/client.ts';

const pageSize = 50;

/** The conversations of a device as far as they have been read, with the way to read on. */
export interface Threads {
  threads: readonly MessageThread[];
  total: number;
  loading: boolean;
  /** What is shown belongs to the search before. */
  refreshing: boolean;
  error: Error | null;
  refetch: () => Promise<unknown>;
  more: (() => void) | null;
  /** More could not be read. It is not tried again until somebody asks. */
  stuck: boolean;
}

/** Reads the threads of a device that a search finds, newest first, page by page as they are scrolled to. */
export function useThreads(deviceId: number, search: string): Threads {
  const result = useInfiniteQuery({
    queryKey: [messageThreads.path, { deviceId, search }] as const,
    queryFn: ({ pageParam, signal }) => call(messageThreads, { deviceId, search, page: pageParam, pageSize }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination && pagination.page < pagination.totalPages ? pagination.page + 1 : undefined,
    // What was found before stays while one types on, but never that of another device.
    placeholderData: (before, query) => (query?.queryKey[1].deviceId === deviceId ? before : undefined),
  });
  const { data, error, isFetchingNextPage, fetchNextPage } = result;
  // A thread that moved to the next page while we read comes once.
  const byAddress = new Map(data?.pages.flatMap((page) => page.data).map((thread) => [thread.address, thread]));
  return {
    threads: [...byAddress.values()],
    total: data?.pages[0]?.pagination?.totalItems ?? 0,
    loading: result.isPending,
    refreshing: result.isPlaceholderData,
    error: data === undefined ? error : null,
    refetch: result.refetch,
    more: result.hasNextPage ? () => void (isFetchingNextPage || fetchNextPage()) : null,
    stuck: result.isFetchNextPageError && !isFetchingNextPage,
  };
}
