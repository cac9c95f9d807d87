import type { createTicket, ParsedInputOf, Ticket } from '@fairwatch/contract';
import { storableText } from '../../../core/storable-text.ts';
import type { Session } from '../../../shared/session.ts';
import type { Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import { notifyOfTicket, publishTicketChange } from './ticket-events.ts';
import { findTicket, insertTicket } from './tickets.store.ts';

type Asked = ParsedInputOf<typeof createTicket> & { clientId: string };

/** Opens a ticket of an admin, addressed to the admin's superiors. */
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
    publishTicketChange(services, news, 'NEW');
    await notifyOfTicket(services, news, 'TICKET_CREATED', { ...openedBy, sender: 'USER' });
  }
  return await findTicket(services.db, scope, id);
}
