import { readTicketMessages, type TicketDetail, type TicketMessage, type TicketSender } from '@fairwatch/contract';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { call } from '../../../../core/api/client.ts';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';

interface MarkReadOptions {
  ticket: TicketDetail;
  ownSide: TicketSender;
  messages: readonly TicketMessage[];
  /** True when the newest message is on screen. */
  atEnd: boolean;
}

/** Marks the other side's messages as read once the newest message is on screen and the browser tab is visible. */
export function useMarkRead({ ticket, ownSide, messages, atEnd }: MarkReadOptions): void {
  const isVisible = useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible');
  const marked = useRef<string>(undefined);
  const { id: ticketId, unreadCount, mayChange } = ticket;
  const newest = messages.findLast(({ sender }) => sender !== ownSide)?.id;
  const isDue = isVisible && atEnd && mayChange && unreadCount > 0;
  useEffect(() => {
    // At most once per state, so that messages which the server does not mark cause no endless requests.
    const state = `${newest} ${unreadCount}`;
    if (!isDue || marked.current === state) return;
    marked.current = state;
    call(readTicketMessages, { ticketId, ...(newest !== undefined && { upTo: newest }) })
      .then(() => refetchChanged('tickets'))
      .catch(() => {
        marked.current = undefined;
      });
  }, [isDue, newest, unreadCount, ticketId]);
}

function watchVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
