import { readTicketMessages, type TicketDetail, type TicketMessage, type TicketSender } from '@fairwatch/contract';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { call } from '../../core/api/client.ts';
import { readAgain } from '../../core/socket/read-again.ts';

interface Seen {
  ticket: TicketDetail;
  own: TicketSender;
  messages: readonly TicketMessage[];
  /** The newest message is on screen. */
  atEnd: boolean;
}

/** Marks the other side's messages as read once the reader is at the end of them, with the page in front of them. */
export function useMarkRead({ ticket, own, messages, atEnd }: Seen): void {
  const visible = useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible');
  const marked = useRef<string>(undefined);
  const { id: ticketId, unreadCount, mayChange } = ticket;
  const newest = messages.findLast(({ sender }) => sender !== own)?.id;
  const due = visible && atEnd && mayChange && unreadCount > 0;
  useEffect(() => {
    // Once for each state of things: what the server will not mark is not asked for again and again.
    const state = `${newest} ${unreadCount}`;
    if (!due || marked.current === state) return;
    marked.current = state;
    call(readTicketMessages, { ticketId, ...(newest !== undefined && { upTo: newest }) })
      .then(() => readAgain('tickets'))
      .catch(() => {
        marked.current = undefined;
      });
  }, [due, newest, unreadCount, ticketId]);
}

function watchVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
