import { useEffect, useState } from 'react';
import { problemText } from '../../core/components/problem-text.ts';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { newestUnread } from '../../core/live/ticket-book.ts';

export interface ReadingState {
  isReading: boolean;
  problem: string | null;
  /** Reads the end of the conversation, or what is older than a message. */
  read(before?: number | null): void;
}

/**
 * Reads a conversation when its page opens, with each connection, and when everything that was written has arrived. What is on
 * the screen counts as read.
 */
export function useConversation(ticketId: number): ReadingState {
  const { tickets } = useCompanion();
  const isConnected = useLive(({ connection }) => connection === 'connected');
  const isWaiting = useLive(({ unsentTickets }) =>
    unsentTickets.some((frame) => frame.type === 'ticket-reply' && frame.ticketId === ticketId),
  );
  const unread = useLive((live) => newestUnread(live.tickets.conversations[ticketId])?.id);
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const read = (before: number | null = null) => {
    setIsReading(true);
    setProblem(null);
    tickets
      .readMessages(ticketId, before)
      .catch((error: unknown) => setProblem(problemText(error)))
      .finally(() => setIsReading(false));
  };
  useEffect(() => {
    if (!isConnected || isWaiting) return;
    tickets.readMessages(ticketId).then(
      () => setProblem(null),
      (error: unknown) => setProblem(problemText(error)),
    );
  }, [tickets, ticketId, isConnected, isWaiting]);
  useEffect(() => {
    // Without a connection it would be lost: it is said once.
    if (unread === undefined || !isConnected) return undefined;
    const mark = () => {
      if (document.visibilityState === 'visible') tickets.markRead(ticketId, unread);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [tickets, ticketId, unread, isConnected]);
  return { isReading, problem, read };
}
