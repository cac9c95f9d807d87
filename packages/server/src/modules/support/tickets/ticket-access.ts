import { can, ticketSidePermissions, type TicketSender, type TicketSide } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Session } from '../../../shared/session.ts';
import type { TicketRow } from './tickets.store.ts';

/** True when the session has this level on one side of tickets. */
export function hasTicketAccess(session: Session, side: TicketSide, level: 'READ_ONLY' | 'FULL_ACCESS'): boolean {
  return can(session, { access: { permission: ticketSidePermissions[side], level } });
}

/** A ticket and what an admin may do with it. */
export interface SeenTicket {
  ticket: TicketRow;
  side: TicketSide;
  /** The side they write from. */
  sender: TicketSender;
  mayChange: boolean;
}

/** Checks that an admin may read a ticket. Without access to its side, a ticket of somebody else is reported as not found. */
export function requireTicketAccess(session: Session, ticket: TicketRow | undefined): SeenTicket {
  if (!ticket) throw new AppError('ticket_not_found');
  const side = sideOf(session, ticket);
  if (!hasTicketAccess(session, side, 'READ_ONLY'))
    throw new AppError(side === 'MINE' ? 'not_allowed' : 'ticket_not_found');
  return {
    ticket,
    side,
    sender: side === 'MINE' ? 'USER' : 'ADMIN',
    mayChange: hasTicketAccess(session, side, 'FULL_ACCESS'),
  };
}

/** True when an admin may read a ticket. */
export function canReadTicket(session: Session, ticket: TicketRow | undefined): boolean {
  return ticket !== undefined && hasTicketAccess(session, sideOf(session, ticket), 'READ_ONLY');
}

function sideOf(session: Session, ticket: TicketRow): TicketSide {
  return ticket.openedBy === session.userId ? 'MINE' : 'SUBORDINATES';
}

/** Like `requireTicketAccess`, for changing it, writing to it or marking it as read. */
export function requireTicketChange(session: Session, ticket: TicketRow | undefined): SeenTicket {
  const seen = requireTicketAccess(session, ticket);
  if (!seen.mayChange) throw new AppError('not_allowed');
  return seen;
}
