import type { ConsoleSocketMessage } from '@fairwatch/contract';

type TicketChange = Extract<ConsoleSocketMessage, { messageType: 'TICKET' }>;

const listeners = new Set<(change: TicketChange) => void>();

/** Hears of every change of a ticket, for a page that reads only what is new of a long conversation. */
export function onTicketChange(listener: (change: TicketChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellTicketChange(change: TicketChange): void {
  for (const listener of listeners) listener(change);
}
