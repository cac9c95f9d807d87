import { can, ticketSidePermissions, type TicketSender, type TicketSide } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import type { Session } from '../http/route.ts';
import type { TicketRow } from './tickets.store.ts';

export function holds(session: Session, side: TicketSide, level: 'READ_ONLY' | 'FULL_ACCESS'): boolean {
  return can(session, { access: { permission: ticketSidePermissions[side], level } });
}

/** A ticket as an admin stands to it. */
export interface SeenTicket {
  ticket: TicketRow;
  side: TicketSide;
  /** As who they write to it. */
  sender: TicketSender;
  mayChange: boolean;
}

/** What an admin may look at. Without access to that side, somebody else's ticket is one that does not exist. */
export function mayLook(session: Session, ticket: TicketRow | undefined): SeenTicket {
  if (!ticket) throw new AppError('ticket_not_found');
  const side = sideOf(session, ticket);
  if (!holds(session, side, 'READ_ONLY')) throw new AppError(side === 'MINE' ? 'not_allowed' : 'ticket_not_found');
  return { ticket, side, sender: side === 'MINE' ? 'USER' : 'ADMIN', mayChange: holds(session, side, 'FULL_ACCESS') };
}

/** Whether an admin may look at a ticket. */
export function canLook(session: Session, ticket: TicketRow | undefined): boolean {
  return ticket !== undefined && holds(session, sideOf(session, ticket), 'READ_ONLY');
}

function sideOf(session: Session, ticket: TicketRow): TicketSide {
  return ticket.openedBy === session.userId ? 'MINE' : 'SUBORDINATES';
}

/** The same for who changes it, writes to it or marks it as read. */
export function mustChange(session: Session, ticket: TicketRow | undefined): SeenTicket {
  const seen = mayLook(session, ticket);
  if (!seen.mayChange) throw new AppError('not_allowed');
  return seen;
}
