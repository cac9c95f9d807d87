import type { Ticket, updateTicket } from '@fairwatch/contract';
import type { Call } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { checkVersion, editTicket, recordEdit } from './edit-ticket.ts';
import { publishTicketChange } from './ticket-events.ts';
import { requireTicketChange } from './ticket-access.ts';
import { findTicket, lockTicket } from './tickets.store.ts';
import { findOpener } from './ticket-list.store.ts';

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
