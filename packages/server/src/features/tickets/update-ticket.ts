import type { Ticket, updateTicket } from '@fairwatch/contract';
import type { Call } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { checkVersion, editTicket, recordEdit } from '../../core/tickets/edit-ticket.ts';
import { tellTicket } from '../../core/tickets/tell-ticket.ts';
import { mustChange } from '../../core/tickets/ticket-access.ts';
import { findTicket, holdTicket } from '../../core/tickets/tickets.store.ts';
import { findOpener } from './tickets.store.ts';

/** Changes a ticket as it stood when the admin looked at it, and writes down who did; nothing of it or all. */
export async function update(
  services: Services,
  { session, scope, input: { ticketId, version, ...wanted } }: Call<typeof updateTicket>,
): Promise<Ticket> {
  const { db } = services;
  const by = { id: session.userId, username: session.username };
  const changed = await db.transaction().execute(async (transaction) => {
    const { ticket } = mustChange(session, await holdTicket(transaction, { scope }, ticketId));
    checkVersion(ticket, version, wanted);
    if (!(await editTicket(transaction, ticket, wanted, by))) return null;
    const opener = await findOpener(transaction, ticket.openedBy);
    await recordEdit(transaction, ticket, wanted, { by, opener });
    return ticket;
  });
  if (changed) tellTicket(services, changed, 'UPDATED');
  return await findTicket(db, scope, ticketId);
}
