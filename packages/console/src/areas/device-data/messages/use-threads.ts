import { messageThreads, type MessageThread } from '@fairwatch/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../core/api/client.ts';

const pageSize = 50;

/** The loaded conversations of a device, and the function that loads more. */
export interface Threads {
  threads: readonly MessageThread[];
  total: number;
  loading: boolean;
  /** True while the threads of the previous search are shown. */
  refreshing: boolean;
  error: Error | null;
  refetch: () => Promise<unknown>;
  /** Loads the next page; null when all are loaded. */
  more: (() => void) | null;
  /** True after loading more has failed. Only the button retries. */
  hasFailed: boolean;
}

/** Loads the threads of a device that match `search` (all when empty), newest first, page by page. */
export function useThreads(deviceId: number, search: string): Threads {
  const result = useInfiniteQuery({
    queryKey: [messageThreads.path, { deviceId, search }] as const,
    queryFn: ({ pageParam, signal }) => call(messageThreads, { deviceId, search, page: pageParam, pageSize }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination && pagination.page < pagination.totalPages ? pagination.page + 1 : undefined,
    // The previous results stay while the admin types, but never those of another device.
    placeholderData: (before, query) => (query?.queryKey[1].deviceId === deviceId ? before : undefined),
  });
  const { data, error, isFetchingNextPage, fetchNextPage } = result;
  // A new message can move a thread to another page between two requests, so duplicates are removed.
  const byAddress = new Map(data?.pages.flatMap((page) => page.data).map((thread) => [thread.address, thread]));
  return {
    threads: [...byAddress.values()],
    total: data?.pages[0]?.pagination?.totalItems ?? 0,
    loading: result.isPending,
    refreshing: result.isPlaceholderData,
    error: data === undefined ? error : null,
    refetch: result.refetch,
    more: result.hasNextPage ? () => void (isFetchingNextPage || fetchNextPage()) : null,
    hasFailed: result.isFetchNextPageError && !isFetchingNextPage,
  };
}
