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
import { issueAttachmentLink } from '../../files/content/content-links.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Session } from '../../../shared/session.ts';
import type { Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import { attachFile } from './attach-file.ts';
import { logTicketRead, logTicketsSeen } from './ticket-log.ts';
import { lockForPerson } from './person/person-tickets.ts';
import { publishTicketChange } from './ticket-events.ts';
import { hasTicketAccess, requireTicketAccess, requireTicketChange, type SeenTicket } from './ticket-access.ts';
import { findTicket, findTicketRow, lockTicket, markRead } from './tickets.store.ts';
import { writeMessage, type LockForWriting } from './write-message.ts';
import { openTicket, updateTicketByAdmin, readMessagePage } from './tickets.service.ts';
import { countTickets, listTickets } from './ticket-list.store.ts';

/** The calls about support tickets. */
export function ticketsRoutes(services: Services): Route[] {
  const { db } = services;

  /** Finds a visible ticket. Reading a ticket of a device's person is logged in the device's log. */
  async function look(session: Session, scope: Scope, ticketId: number): Promise<SeenTicket> {
    const seen = requireTicketAccess(session, await findTicketRow(db, { scope }, ticketId));
    await logTicketRead(services.auditLog, session, seen);
    return seen;
  }

  return [
    handle(createdTickets, ({ scope, input }) => listTickets(db, scope, 'MINE', input)),
    handle(assignedTickets, async ({ session, scope, input }) => {
      const page = await listTickets(db, scope, 'SUBORDINATES', input);
      const tickets = JSON.parse(page.json) as { id: number }[];
      await logTicketsSeen(services, { session, endpoint: assignedTickets, input }, tickets);
      return page;
    }),
    handle(ticketDetail, async ({ session, scope, input: { ticketId } }) => {
      const { side, mayChange } = await look(session, scope, ticketId);
      return { ...(await findTicket(db, scope, ticketId)), side, mayChange };
    }),
    handle(ticketCounts, async ({ session, scope }) => ({
      mine: hasTicketAccess(session, 'MINE', 'READ_ONLY') ? await countTickets(db, scope, 'MINE') : null,
      subordinates: hasTicketAccess(session, 'SUBORDINATES', 'READ_ONLY')
        ? await countTickets(db, scope, 'SUBORDINATES')
        : null,
    })),
    handle(createTicket, ({ session, scope, input: { clientId = randomUUID(), ...asked } }) =>
      openTicket(services, session, scope, { clientId, ...asked }),
    ),
    handle(updateTicket, async (call) => {
      await look(call.session, call.scope, call.input.ticketId);
      return await updateTicketByAdmin(services, call);
    }),
    handle(ticketMessages, async ({ session, scope, input }) => {
      await look(session, scope, input.ticketId);
      return await readMessagePage(db, input);
    }),
    handle(readTicketMessages, async ({ session, scope, input: { ticketId, upTo = 0 } }) => {
      const { ticket, unread, changed } = await db.transaction().execute(async (transaction) => {
        const seen = requireTicketChange(session, await lockTicket(transaction, { scope }, ticketId));
        return { ticket: seen.ticket, ...(await markRead(transaction, ticketId, seen.sender, upTo)) };
      });
      if (changed) publishTicketChange(services, ticket, 'READ');
      return { unreadCount: unread };
    }),
    handle(addTicketMessage, async ({ session, scope, input: { ticketId, clientId, text } }) => {
      const draft = { clientId, kind: 'TEXT', text, attachment: null } as const;
      return (await writeMessage(services, lockForAdmin(session, scope, ticketId), draft)).message;
    }),
    handle(addTicketFile, async ({ session, scope, input, file }) => {
      const hold = lockForAdmin(session, scope, input.ticketId);
      return (await attachFile(services, hold, input, file)).message;
    }),
    handle(deviceTicketFile, async ({ device, input, file }) => {
      const hold = lockForPerson({ deviceId: device.deviceId }, input.ticketId);
      return (await attachFile(services, hold, input, file, device.deviceId)).message;
    }),
    handle(ticketContent, async ({ session, scope, input: { ticketId } }) => {
      requireTicketAccess(session, await findTicketRow(db, { scope }, ticketId));
      return await issueAttachmentLink(services, session, ticketId);
    }),
  ];
}

function lockForAdmin(session: Session, scope: Scope, ticketId: number): LockForWriting {
  return async (db) => {
    const { ticket, sender } = requireTicketChange(session, await lockTicket(db, { scope }, ticketId));
    const { userId: id, username, nickname, displayName } = session;
    return { ticket, writer: { id, username, nickname, displayName, sender } };
  };
}
