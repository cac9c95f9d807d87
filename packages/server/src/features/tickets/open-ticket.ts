import type { createTicket, ParsedInputOf, Ticket } from '@fairwatch/contract';
import { storableText } from '../../core/devices/storable-text.ts';
import type { Session } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';
import type { Services } from '../../core/services.ts';
import { notifyOfTicket, tellTicket } from '../../core/tickets/tell-ticket.ts';
import { findTicket, insertTicket } from '../../core/tickets/tickets.store.ts';

type Asked = ParsedInputOf<typeof createTicket> & { clientId: string };

/** An admin opens a ticket for those above them. */
export async function openTicket(
  services: Services,
  { userId, username }: Session,
  scope: Scope,
  { title, description, ...asked }: Asked,
): Promise<Ticket> {
  const openedBy = { id: userId, username };
  const texts = { title: storableText(title), description: storableText(description) };
  const { id, fresh } = await insertTicket(services.db, { ...asked, ...texts, openedBy, deviceId: null });
  if (fresh) {
    const news = { id, openedBy: userId, deviceId: null, title: texts.title };
    tellTicket(services, news, 'NEW');
    await notifyOfTicket(services, news, 'TICKET_CREATED', { ...openedBy, sender: 'USER' });
  }
  return await findTicket(services.db, scope, id);
}
