import { ticketTransitions, type Ticket, type TicketStatus } from '@fairwatch/contract';
import type { TicketEdit } from './update-ticket.ts';

/** What the edit offers as the status: where the ticket stands, and what it may become from there. */
export function statusesFor(current: TicketStatus): readonly TicketStatus[] {
  return [current, ...ticketTransitions[current]];
}

/**
 * What of an edit is a change to the ticket as it stands now. Others may have changed it while one chose: a status that it
 * cannot become any more is left out.
 */
export function changesOf({ status, priority, category }: Ticket, chosen: TicketEdit): TicketEdit {
  const becomes = chosen.status !== undefined && ticketTransitions[status].includes(chosen.status);
  return {
    ...(becomes && { status: chosen.status }),
    ...(chosen.priority !== undefined && chosen.priority !== priority && { priority: chosen.priority }),
    ...(chosen.category !== undefined && chosen.category !== category && { category: chosen.category }),
  };
}
