import { conversation, type InputOf, type Message } from '@fairwatch/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../core/api/client.ts';

/** A position in a thread: around a message or a date; undefined for the newest end. */
export type MessagePlace = InputOf<typeof conversation>['around'];

type Direction = Pick<InputOf<typeof conversation>, 'before' | 'after' | 'around'>;

/** At most a thousand messages stay in memory. Pages far from the reader are dropped, and loaded again on scrolling there. */
const maxPages = 10;

/** The loaded part of a thread. */
export interface LoadedConversation {
  /** Incremented by each jump, which replaces all loaded messages. */
  jump: number;
  messages: readonly Message[];
  /** The target message of the last jump. */
  anchorId: number | null;
  atBeginning: boolean;
  atEnd: boolean;
}

/** Loads a thread page by page in both directions, starting anywhere. */
export function useConversation(deviceId: number, address: string) {
  const [{ jump, place }, setTarget] = useState<{ jump: number; place: MessagePlace }>({ jump: 0, place: undefined });
  const result = useInfiniteQuery({
    queryKey: [conversation.path, { deviceId, address }, jump] as const,
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await call(conversation, { deviceId, address, ...pageParam }, signal);
      return { ...data, jump };
    },
    initialPageParam: (place === undefined ? {} : { around: place }) as Direction,
    getPreviousPageParam: ({ older }): Direction | undefined => (older === null ? undefined : { before: older }),
    getNextPageParam: ({ newer }): Direction | undefined => (newer === null ? undefined : { after: newer }),
    maxPages,
    // The previous messages stay on screen until the target of a jump is loaded.
    placeholderData: keepPreviousData,
    // Not cached, so that a thread always opens at its newest end.
    gcTime: 0,
  });
  const { data, isPlaceholderData, isFetching, fetchPreviousPage, fetchNextPage } = result;
  const pages = data?.pages ?? [];
  const messages = useMemo(() => data?.pages.flatMap((page) => page.messages) ?? [], [data]);
  const loaded: LoadedConversation | null =
    data === undefined
      ? null
      : {
          jump: pages[0]?.jump ?? jump,
          messages,
          anchorId: pages.find((page) => page.anchorId !== null)?.anchorId ?? null,
          atBeginning: (pages[0]?.older ?? null) === null,
          atEnd: (pages.at(-1)?.newer ?? null) === null,
        };
  // A second request would cancel the running one.
  const isIdle = !isFetching && !isPlaceholderData;
  return {
    loaded,
    error: data === undefined ? result.error : null,
    refetch: result.refetch,
    /** True after loading more has failed. Only the button retries. */
    stuck: data !== undefined && result.isError,
    loadOlder: () => void (isIdle && result.hasPreviousPage && fetchPreviousPage()),
    loadNewer: () => void (isIdle && result.hasNextPage && fetchNextPage()),
    jumpTo: (next: MessagePlace) => setTarget({ jump: jump + 1, place: next }),
  };
}
