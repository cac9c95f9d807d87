import { newestUnread } from '@fairwatch/device/core';
import { problemText } from '@fairwatch/device/words';
import { useEffect, useState } from 'react';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';

export interface ReadingState {
  isReading: boolean;
  problem: string | null;
  /** Loads the latest messages, or those older than a message. */
  read(before?: number | null): void;
}

/**
 * Loads a conversation when its page opens, with each connection, and when all unsent messages have been sent. Visible messages count
 * as read.
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
    // The report is not retried, so it waits for a connection.
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
