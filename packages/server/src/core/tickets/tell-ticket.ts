import type { NewsKind, TicketSender } from '@fairwatch/contract';
import type { BusEvents } from '../bus.ts';
import { notify } from '../notifications/notify.ts';
import type { Services } from '../services.ts';
import { findResponders } from './ticket-watchers.store.ts';

type Told = Pick<Services, 'db' | 'bus' | 'log'>;
/** Which ticket something happened to. */
export interface TicketNews {
  id: number;
  openedBy: number;
  deviceId: number | null;
  title: string;
}

/** Open consoles learn what changed; a device gets what waits for it. */
export function tellTicket(
  { bus }: Pick<Services, 'bus'>,
  { id, openedBy, deviceId }: Pick<TicketNews, 'id' | 'openedBy' | 'deviceId'>,
  change: BusEvents['ticketChanged']['change'],
): void {
  bus.publish('ticketChanged', { ticketId: id, openedBy, deviceId, change });
  if (deviceId !== null && change !== 'READ') bus.publish('inboxWaiting', { deviceId });
}

interface Author {
  id: number;
  username: string;
  sender: TicketSender;
}

const titles = {
  TICKET_CREATED: { one: 'New ticket from', many: '{count} new tickets from' },
  TICKET_REPLY: { one: 'Reply from', many: '{count} replies from' },
} as const satisfies Partial<Record<NewsKind, { one: string; many: string }>>;

/** The other side gets a notification: those who answer, or the admin who asked. A device's person sees it on the device. */
export async function notifyOfTicket(
  services: Told,
  ticket: TicketNews,
  kind: keyof typeof titles,
  author: Author,
): Promise<void> {
  const { id, openedBy, deviceId, title } = ticket;
  try {
    const toOpener = author.sender === 'ADMIN';
    if (toOpener && deviceId !== null) return;
    await notify(services, {
      kind,
      to: { admins: toOpener ? [openedBy] : await findResponders(services.db, { openedBy, deviceId }) },
      except: author.id,
      title: `${titles[kind].one} ${author.username}`,
      manyTitle: `${titles[kind].many} ${author.username}`,
      message: title,
      link: toOpener ? `/my-ticket/${id}` : `/subordinates-ticket/${id}`,
      ...(deviceId !== null && { deviceId }),
    });
  } catch (error) {
    // The ticket is stored and shown; the bell is not worth failing for.
    services.log.error({ err: error, ticketId: id }, 'nobody was notified of a ticket');
  }
}
