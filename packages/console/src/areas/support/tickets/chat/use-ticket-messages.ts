import { type InputOf, type TicketMessage, ticketMessages, type TicketSender } from '@fairwatch/contract';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { call } from '../../../../core/api/client.ts';
import { onTicketChange } from '../../../../shared/socket/ticket-changes.ts';
import { mergeRefreshed, type MessagePage, refreshAfter, toChronological } from './message-pages.ts';

type Task = () => Promise<void>;

/** Runs one task at a time. Of the tasks that arrive meanwhile only the latest runs next, because it replaces the others. */
function createLatestRunner(): (task: Task) => void {
  let isRunning = false;
  let pending: Task | null = null;
  return function run(task) {
    if (isRunning) {
      pending = task;
      return;
    }
    isRunning = true;
    void task()
      .catch(() => undefined)
      .finally(() => {
        const next = pending;
        isRunning = false;
        pending = null;
        if (next) run(next);
      });
  };
}

type Direction = Pick<InputOf<typeof ticketMessages>, 'before' | 'after'>;

const pageSize = 100;
/** At most a thousand messages stay in memory. Pages far from the reader are dropped, and loaded again on scrolling there. */
const maxPages = 10;
/** The maximum number of messages of one refresh. */
const refreshSize = 200;

type ThreadStart = 'beginning' | 'end';
const starts: Readonly<Record<ThreadStart, Direction>> = { beginning: { after: 1 }, end: {} };

/** The loaded part of a ticket's conversation. */
export interface LoadedMessages {
  /** Incremented by each jump, which replaces all loaded messages. */
  jump: number;
  /** The target of the last jump. */
  place: ThreadStart;
  messages: readonly TicketMessage[];
  atBeginning: boolean;
  atEnd: boolean;
}

const keyOf = (ticketId: number, jump: number) => [ticketMessages.path, { ticketId }, jump] as const;

/**
 * Loads a ticket's conversation page by page in both directions, starting at its end. New messages are loaded when the
 * server reports a change.
 */
export function useTicketMessages(ticketId: number, ownSide: TicketSender) {
  const [{ jump, place }, setTarget] = useState<{ jump: number; place: ThreadStart }>({ jump: 0, place: 'end' });
  const result = useInfiniteQuery({
    queryKey: keyOf(ticketId, jump),
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await call(ticketMessages, { ticketId, size: pageSize, ...pageParam }, signal);
      return { ...data, jump, place };
    },
    initialPageParam: starts[place],
    getPreviousPageParam: ({ older }): Direction | undefined => (older === null ? undefined : { before: older }),
    getNextPageParam: ({ newer }): Direction | undefined => (newer === null ? undefined : { after: newer }),
    maxPages,
    // The previous messages stay on screen until the target of a jump is loaded.
    placeholderData: keepPreviousData,
    // Not cached, so that a conversation always opens at its end.
    gcTime: 0,
  });
  const { data, isPlaceholderData, isFetching, fetchPreviousPage, fetchNextPage, refetch } = result;
  const pages = data?.pages;
  const messages = useMemo(() => toChronological(pages ?? []), [pages]);
  const refresh = useRefresh(ticketId, ownSide, jump, refetch);

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
  // A second request would cancel the running one.
  const isIdle = !isFetching && !isPlaceholderData;
  return {
    loaded,
    error: data === undefined ? result.error : null,
    refetch,
    /** True after loading more has failed. Only the button retries. */
    stuck: data !== undefined && result.isError,
    loadOlder: () => void (isIdle && result.hasPreviousPage && fetchPreviousPage()),
    loadNewer: () => void (isIdle && result.hasNextPage && fetchNextPage()),
    jumpTo: (next: ThreadStart) => setTarget({ jump: jump + 1, place: next }),
    refresh,
  };
}

type CachedPages = InfiniteData<MessagePage>;

/** Loads only what has changed. Requests run one at a time, because a late response would undo a newer one. */
function useRefresh(
  ticketId: number,
  ownSide: TicketSender,
  jump: number,
  refetch: () => Promise<unknown>,
): () => void {
  const client = useQueryClient();
  const [runLatest] = useState(createLatestRunner);
  const refresh = useCallback(() => {
    runLatest(async () => {
      const key = keyOf(ticketId, jump);
      const cached = client.getQueryData<CachedPages>(key);
      if (cached === undefined) return;
      const after = refreshAfter(toChronological(cached.pages), ownSide);
      const { data } = await call(ticketMessages, { ticketId, size: refreshSize, ...(after > 0 && { after }) });
      const hasMore = data.newer !== null && cached.pages.at(-1)?.newer === null;
      // More messages arrived than one refresh can load, so all pages are loaded again.
      if (hasMore) await refetch();
      else
        client.setQueryData<CachedPages>(
          key,
          (current) => current && { ...current, pages: mergeRefreshed(current.pages, data) },
        );
    });
  }, [client, runLatest, ticketId, ownSide, jump, refetch]);
  useEffect(
    () =>
      onTicketChange((change) => {
        if (change.ticketId === ticketId && change.change !== 'NEW') refresh();
      }),
    [ticketId, refresh],
  );
  return refresh;
}
