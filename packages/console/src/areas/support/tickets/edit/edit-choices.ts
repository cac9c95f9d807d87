import { ticketTransitions, type Ticket, type TicketStatus } from '@fairwatch/contract';
import type { TicketEdit } from './update-ticket.ts';

/** The status options of the edit dialog: the current status first, then its valid transitions. */
export function statusesFor(current: TicketStatus): readonly TicketStatus[] {
  return [current, ...ticketTransitions[current]];
}

/**
 * The fields of an edit that differ from the current ticket. Somebody else may have changed the ticket meanwhile, so a
 * status that is no longer a valid transition is omitted.
 */
export function changesOf({ status, priority, category }: Ticket, chosen: TicketEdit): TicketEdit {
  const isTransition = chosen.status !== undefined && ticketTransitions[status].includes(chosen.status);
  return {
    ...(isTransition && { status: chosen.status }),
    ...(chosen.priority !== undefined && chosen.priority !== priority && { priority: chosen.priority }),
    ...(chosen.category !== undefined && chosen.category !== category && { category: chosen.category }),
  };
}
