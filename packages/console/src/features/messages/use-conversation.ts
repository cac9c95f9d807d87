import { conversation, type InputOf, type Message } from '@fairwatch/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../core/api/client.ts';

/** Where in a thread one wants to be: at its newest end, or around a message or a moment. */
export type Place = InputOf<typeof conversation>['around'];

type Direction = Pick<InputOf<typeof conversation>, 'before' | 'after' | 'around'>;

/** A thousand messages are held at most: those far from the reader go, and come back when they scroll there. */
const pagesHeld = 10;

/** The loaded part of a thread. */
export interface LoadedConversation {
  /** Changes with each jump: what is loaded then has nothing to do with what was. */
  jump: number;
  messages: readonly Message[];
  /** The message that was jumped to. */
  anchorId: number | null;
  atBeginning: boolean;
  atEnd: boolean;
}

/** Reads a thread from any place in it and on in both directions. */
export function useConversation(deviceId: number, address: string) {
  const [{ jump, place }, setTarget] = useState<{ jump: number; place: Place }>({ jump: 0, place: undefined });
  const result = useInfiniteQuery({
    queryKey: [conversation.path, { deviceId, address }, jump] as const,
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await call(conversation, { deviceId, address, ...pageParam }, signal);
      return { ...data, jump };
    },
    initialPageParam: (place === undefined ? {} : { around: place }) as Direction,
    getPreviousPageParam: ({ older }): Direction | undefined => (older === null ? undefined : { before: older }),
    getNextPageParam: ({ newer }): Direction | undefined => (newer === null ? undefined : { after: newer }),
    maxPages: pagesHeld,
    // What one came from stays on screen until one has arrived.
    placeholderData: keepPreviousData,
    // A thread that is opened again opens at its end, not where somebody once left it.
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
  // A second request would only cancel the one that is on its way.
  const idle = !isFetching && !isPlaceholderData;
  return {
    loaded,
    error: data === undefined ? result.error : null,
    refetch: result.refetch,
    /** More could not be read. It is not tried again until somebody asks. */
    stuck: data !== undefined && result.isError,
    loadOlder: () => void (idle && result.hasPreviousPage && fetchPreviousPage()),
    loadNewer: () => void (idle && result.hasNextPage && fetchNextPage()),
    jumpTo: (next: Place) => setTarget({ jump: jump + 1, place: next }),
  };
}
