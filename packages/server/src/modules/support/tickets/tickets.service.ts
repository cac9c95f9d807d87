import type { Ticket, updateTicket, createTicket, ParsedInputOf, OutputOf, ticketMessages } from '@fairwatch/contract';
import type { Call } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { checkVersion, editTicket, recordEdit } from './edit-ticket.ts';
import { publishTicketChange, notifyOfTicket } from './ticket-events.ts';
import { requireTicketChange } from './ticket-access.ts';
import { findTicket, lockTicket, insertTicket } from './tickets.store.ts';
import { findOpener } from './ticket-list.store.ts';
import { storableText } from '../../../core/storable-text.ts';
import type { Session } from '../../../shared/session.ts';
import type { Scope } from '../../../shared/scope.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { listMessages } from './ticket-messages.store.ts';

/** Updates a ticket if its version is still the one that the admin saw (optimistic locking), and logs it, in one transaction. */
export async function updateTicketByAdmin(
  services: Services,
  { session, scope, input: { ticketId, version, ...wanted } }: Call<typeof updateTicket>,
): Promise<Ticket> {
  const { db } = services;
  const by = { id: session.userId, username: session.username };
  const changed = await db.transaction().execute(async (transaction) => {
    const { ticket } = requireTicketChange(session, await lockTicket(transaction, { scope }, ticketId));
    checkVersion(ticket, version, wanted);
    if (!(await editTicket(transaction, ticket, wanted, by))) return null;
    const opener = await findOpener(transaction, ticket.openedBy);
    await recordEdit(transaction, ticket, wanted, { by, opener });
    return ticket;
  });
  if (changed) publishTicketChange(services, changed, 'UPDATED');
  return await findTicket(db, scope, ticketId);
}

type Asked = ParsedInputOf<typeof createTicket> & { clientId: string };

/** Opens a ticket of an admin, addressed to the admin's superiors. */
export async function openTicket(
  services: Services,
  { userId, username, nickname, displayName }: Session,
  scope: Scope,
  { title, description, ...asked }: Asked,
): Promise<Ticket> {
  const openedBy = { id: userId, username, nickname, displayName };
  const texts = { title: storableText(title), description: storableText(description) };
  const { id, fresh } = await insertTicket(services.db, { ...asked, ...texts, openedBy, deviceId: null });
  if (fresh) {
    const news = { id, openedBy: userId, deviceId: null, title: texts.title };
    publishTicketChange(services, news, 'NEW');
    await notifyOfTicket(services, news, 'TICKET_CREATED', { ...openedBy, sender: 'USER' });
  }
  return await findTicket(services.db, scope, id);
}

/** Reads a page of a conversation, newest first, with cursors in both directions. */
export async function readMessagePage(
  db: Database,
  { ticketId, before, after, size }: ParsedInputOf<typeof ticketMessages>,
): Promise<OutputOf<typeof ticketMessages>> {
  const found = await listMessages(db, { ticketId, before, after, limit: size + 1, reader: 'ADMIN' });
  const more = found.length > size;
  if (after !== undefined) {
    // One more than a page was read; in this direction the surplus message is the newest.
    const messages = more ? found.slice(1) : found;
    return { messages, older: messages.at(-1)?.id ?? null, newer: more ? (messages[0]?.id ?? null) : null };
  }
  const messages = found.slice(0, size);
  return {
    messages,
    older: more ? (messages.at(-1)?.id ?? null) : null,
    newer: before === undefined ? null : (messages[0]?.id ?? null),
  };
}
