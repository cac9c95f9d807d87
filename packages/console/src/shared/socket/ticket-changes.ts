import type { ConsoleSocketMessage } from '@fairwatch/contract';

type TicketChange = Extract<ConsoleSocketMessage, { messageType: 'TICKET' }>;

const listeners = new Set<(change: TicketChange) => void>();

/** Subscribes to changes of tickets, for a page that loads only the new messages of a conversation. */
export function onTicketChange(listener: (change: TicketChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifyTicketChange(change: TicketChange): void {
  for (const listener of listeners) listener(change);
}
