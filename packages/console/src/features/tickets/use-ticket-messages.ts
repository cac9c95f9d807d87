import { ticketMessages, type InputOf, type TicketMessage, type TicketSender } from '@fairwatch/contract';
import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { call } from '../../core/api/client.ts';
import { onTicketChange } from '../../core/socket/ticket-changes.ts';
import { createTurns } from './turns.ts';
import { inOrder, readOnAfter, withRead, type MessagePage } from './message-pages.ts';

type Direction = Pick<InputOf<typeof ticketMessages>, 'before' | 'after'>;

const size = 100;
/** A thousand messages are held at most: those far from the reader go, and come back when they scroll there. */
const pagesHeld = 10;
const largestRead = 200;

type Place = 'beginning' | 'end';
const starts: Readonly<Record<Place, Direction>> = { beginning: { after: 1 }, end: {} };

/** The loaded part of a ticket's conversation. */
export interface LoadedMessages {
  /** Changes with each jump to an end: what is loaded then has nothing to do with what was. */
  jump: number;
  /** Where that jump led. */
  place: Place;
  messages: readonly TicketMessage[];
  atBeginning: boolean;
  atEnd: boolean;
}

const keyOf = (ticketId: number, jump: number) => [ticketMessages.path, { ticketId }, jump] as const;

/** Reads a ticket's conversation from its end and on in both directions. What is new is read as soon as it is known. */
export function useTicketMessages(ticketId: number, own: TicketSender) {
  const [{ jump, place }, setTarget] = useState<{ jump: number; place: Place }>({ jump: 0, place: 'end' });
  const result = useInfiniteQuery({
    queryKey: keyOf(ticketId, jump),
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await call(ticketMessages, { ticketId, size, ...pageParam }, signal);
      return { ...data, jump, place };
    },
    initialPageParam: starts[place],
    getPreviousPageParam: ({ older }): Direction | undefined => (older === null ? undefined : { before: older }),
    getNextPageParam: ({ newer }): Direction | undefined => (newer === null ? undefined : { after: newer }),
    maxPages: pagesHeld,
    // What one came from stays on screen until one has arrived.
    placeholderData: keepPreviousData,
    // A conversation that is opened again opens at its end, not where somebody once left it.
    gcTime: 0,
  });
  const { data, isPlaceholderData, isFetching, fetchPreviousPage, fetchNextPage, refetch } = result;
  const pages = data?.pages;
  const messages = useMemo(() => inOrder(pages ?? []), [pages]);
  const readOn = useReadOn(ticketId, own, jump, refetch);

  const loaded: LoadedMessages | null =
    pages === undefined
      ? null
      : {
          jump: pages[0]?.jump ?? jump,
          place: pages[0]?.place ?? place,
          messages,
          atBeginning: (pages[0]?.older ?? null) === null,
          atEnd: (pages.at(-1)?.newer ?? null) === null,
        };
  // A second request would only cancel the one that is on its way.
  const idle = !isFetching && !isPlaceholderData;
  return {
    loaded,
    error: data === undefined ? result.error : null,
    refetch,
    /** More could not be read. It is not tried again until somebody asks. */
    stuck: data !== undefined && result.isError,
    loadOlder: () => void (idle && result.hasPreviousPage && fetchPreviousPage()),
    loadNewer: () => void (idle && result.hasNextPage && fetchNextPage()),
    jumpTo: (next: Place) => setTarget({ jump: jump + 1, place: next }),
    readOn,
  };
}

type Held = InfiniteData<MessagePage>;

/** Reads only what a change brought, one reading after the other: an answer that is overtaken would undo the newer one. */
function useReadOn(ticketId: number, own: TicketSender, jump: number, refetch: () => Promise<unknown>): () => void {
  const client = useQueryClient();
  const [takeTurn] = useState(createTurns);
  const readOn = useCallback(() => {
    takeTurn(async () => {
      const key = keyOf(ticketId, jump);
      const held = client.getQueryData<Held>(key);
      if (held === undefined) return;
      const after = readOnAfter(inOrder(held.pages), own);
      const { data } = await call(ticketMessages, { ticketId, size: largestRead, ...(after > 0 && { after }) });
      const isMore = data.newer !== null && held.pages.at(-1)?.newer === null;
      // So much came that it is not the next stretch only.
      if (isMore) await refetch();
      else client.setQueryData<Held>(key, (now) => now && { ...now, pages: withRead(now.pages, data) });
    });
  }, [client, takeTurn, ticketId, own, jump, refetch]);
  useEffect(
    () =>
      onTicketChange((change) => {
        if (change.ticketId === ticketId && change.change !== 'NEW') readOn();
      }),
    [ticketId, readOn],
  );
  return readOn;
}
