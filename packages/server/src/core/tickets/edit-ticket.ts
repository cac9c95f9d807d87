import { ticketTransitions, updateTicket } from '@fairwatch/contract';
import { appendAccess } from '../access/access-log.store.ts';
import { AppError } from '../app-error.ts';
import type { Database } from '../database/schema.ts';
import { appendAudit } from '../devices/audit/audit.store.ts';
import { changeTicket, type TicketRow } from './tickets.store.ts';
import { stateWords, statusWords, type TicketState } from './ticket-words.ts';

/** Who changes a ticket. */
export interface Editor {
  id: number;
  username: string;
}

/** What of a held ticket is changed; false when it stands so already. The transition must be one of the contract's. */
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

/** What somebody edits was read before: if another one changed it meanwhile, they look again. */
export function checkVersion(ticket: TicketRow, version: number, wanted: Partial<TicketState>): void {
  // Told again because the answer was lost, it is as it was wanted.
  if (ticket.version === version || isSame(ticket, stateAfter(ticket, wanted))) return;
  throw new AppError('ticket_changed', { who: ticket.changedBy, ...stateWords(ticket) });
}

/** Written down where it belongs: in the log of the person's device, or in the access log for an admin's ticket. */
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
