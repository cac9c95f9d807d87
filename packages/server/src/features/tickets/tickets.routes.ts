import { randomUUID } from 'node:crypto';
import {
  addTicketFile,
  addTicketMessage,
  assignedTickets,
  createdTickets,
  createTicket,
  deviceTicketFile,
  readTicketMessages,
  ticketContent,
  ticketCounts,
  ticketDetail,
  ticketMessages,
  updateTicket,
} from '@fairwatch/contract';
import { issuePass } from '../../core/blobs/content-tickets.ts';
import { handle, type Route, type Session } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';
import type { Services } from '../../core/services.ts';
import { attachFile } from '../../core/tickets/attach-file.ts';
import { logTicketRead, logTicketsSeen } from '../../core/tickets/ticket-log.ts';
import { holdForPerson } from '../../core/tickets/person-tickets.ts';
import { tellTicket } from '../../core/tickets/tell-ticket.ts';
import { holds, mayLook, mustChange, type SeenTicket } from '../../core/tickets/ticket-access.ts';
import { findTicket, findTicketRow, holdTicket, markRead } from '../../core/tickets/tickets.store.ts';
import { writeMessage, type HoldForWriting } from '../../core/tickets/write-message.ts';
import { openTicket } from './open-ticket.ts';
import { readStretch } from './read-stretch.ts';
import { countTickets, listTickets } from './tickets.store.ts';
import { update } from './update-ticket.ts';

/** Tickets: whoever needs something asks, those responsible for them answer. */
export function ticketsRoutes(services: Services): Route[] {
  const { db } = services;

  /** A ticket to look at. What the person of a device wrote is personal: their log says who looked. */
  async function look(session: Session, scope: Scope, ticketId: number): Promise<SeenTicket> {
    const seen = mayLook(session, await findTicketRow(db, { scope }, ticketId));
    await logTicketRead(db, session, seen);
    return seen;
  }

  return [
    handle(createdTickets, ({ scope, input }) => listTickets(db, scope, 'MINE', input)),
    handle(assignedTickets, async ({ session, scope, input }) => {
      const page = await listTickets(db, scope, 'SUBORDINATES', input);
      const tickets = JSON.parse(page.json) as { id: number }[];
      await logTicketsSeen(db, { session, endpoint: assignedTickets, input }, tickets);
      return page;
    }),
    handle(ticketDetail, async ({ session, scope, input: { ticketId } }) => {
      const { side, mayChange } = await look(session, scope, ticketId);
      return { ...(await findTicket(db, scope, ticketId)), side, mayChange };
    }),
    handle(ticketCounts, async ({ session, scope }) => ({
      mine: holds(session, 'MINE', 'READ_ONLY') ? await countTickets(db, scope, 'MINE') : null,
      subordinates: holds(session, 'SUBORDINATES', 'READ_ONLY') ? await countTickets(db, scope, 'SUBORDINATES') : null,
    })),
    handle(createTicket, ({ session, scope, input: { clientId = randomUUID(), ...asked } }) =>
      openTicket(services, session, scope, { clientId, ...asked }),
    ),
    handle(updateTicket, async (call) => {
      await look(call.session, call.scope, call.input.ticketId);
      return await update(services, call);
    }),
    handle(ticketMessages, async ({ session, scope, input }) => {
      await look(session, scope, input.ticketId);
      return await readStretch(db, input);
    }),
    handle(readTicketMessages, async ({ session, scope, input: { ticketId, upTo = 0 } }) => {
      const { ticket, unread, changed } = await db.transaction().execute(async (transaction) => {
        const seen = mustChange(session, await holdTicket(transaction, { scope }, ticketId));
        return { ticket: seen.ticket, ...(await markRead(transaction, ticketId, seen.sender, upTo)) };
      });
      if (changed) tellTicket(services, ticket, 'READ');
      return { unreadCount: unread };
    }),
    handle(addTicketMessage, async ({ session, scope, input: { ticketId, clientId, text } }) => {
      const draft = { clientId, kind: 'TEXT', text, attachment: null } as const;
      return (await writeMessage(services, holdForAdmin(session, scope, ticketId), draft)).message;
    }),
    handle(addTicketFile, async ({ session, scope, input, file }) => {
      const hold = holdForAdmin(session, scope, input.ticketId);
      return (await attachFile(services, hold, input, file)).message;
    }),
    handle(deviceTicketFile, async ({ device, input, file }) => {
      const hold = holdForPerson(device.deviceId, input.ticketId);
      return (await attachFile(services, hold, input, file, device.deviceId)).message;
    }),
    handle(ticketContent, async ({ session, scope, input: { ticketId } }) => {
      mayLook(session, await findTicketRow(db, { scope }, ticketId));
      return await issuePass(services, session, ticketId);
    }),
  ];
}

function holdForAdmin(session: Session, scope: Scope, ticketId: number): HoldForWriting {
  return async (db) => {
    const { ticket, sender } = mustChange(session, await holdTicket(db, { scope }, ticketId));
    return { ticket, writer: { id: session.userId, username: session.username, sender } };
  };
}
