import { ticketTransitions, updateTicket } from '@fairwatch/contract';
import { appendAccess } from '../../../shared/audit/access-log.store.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { appendAudit } from '../../../shared/audit/audit.store.ts';
import { changeTicket, type TicketRow } from './tickets.store.ts';
import { stateWords, statusWords, type TicketState } from './ticket-words.ts';

/** The account that changes a ticket. */
export interface Editor {
  id: number;
  username: string;
}

/** Changes a locked ticket; false when it is already so. Throws for a transition that the contract does not allow. */
export async function editTicket(
  db: Database,
  ticket: TicketRow,
  wanted: Partial<TicketState>,
  by: Editor,
): Promise<boolean> {
  const after = stateAfter(ticket, wanted);
  if (isSame(ticket, after)) return false;
  if (after.status !== ticket.status && !ticketTransitions[ticket.status].includes(after.status)) {
    throw new AppError('ticket_transition', { from: statusWords[ticket.status], to: statusWords[after.status] });
  }
  await changeTicket(db, ticket.id, { ...after, by: by.username });
  return true;
}

/** Throws when another account changed the ticket since it was read. */
export function checkVersion(ticket: TicketRow, version: number, wanted: Partial<TicketState>): void {
  // A repeated request, whose first answer was lost, finds the ticket as requested.
  if (ticket.version === version || isSame(ticket, stateAfter(ticket, wanted))) return;
  throw new AppError('ticket_changed', { who: ticket.changedBy, ...stateWords(ticket) });
}

/** Logs a change: in the log of the person's device, or in the access log for an admin's ticket. */
export async function recordEdit(
  db: Database,
  before: TicketRow,
  wanted: Partial<TicketState>,
  { by, opener }: { by: Editor; opener: string },
): Promise<void> {
  const [from, to] = [stateWords(before), stateWords(stateAfter(before, wanted))];
  if (before.deviceId === null) {
    await appendAccess(db, {
      actor: by,
      action: 'TICKET',
      account: { id: before.openedBy, username: opener },
      before: { ticketId: before.id, ...from },
      after: { ticketId: before.id, ...to },
    });
    return;
  }
  await appendAudit(db, {
    deviceId: before.deviceId,
    actorId: by.id,
    actorName: by.username,
    action: 'TICKET',
    subject: updateTicket.path,
    details: { ticketId: before.id, before: Object.values(from).join(', '), after: Object.values(to).join(', ') },
  });
}

function stateAfter({ status, priority, category }: TicketState, wanted: Partial<TicketState>): TicketState {
  return {
    status: wanted.status ?? status,
    priority: wanted.priority ?? priority,
    category: wanted.category ?? category,
  };
}

function isSame(a: TicketState, b: TicketState): boolean {
  return a.status === b.status && a.priority === b.priority && a.category === b.category;
}
