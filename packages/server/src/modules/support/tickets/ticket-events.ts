import { consoleLink, type NotificationKind, type TicketSender, shownName, type Names } from '@fairwatch/contract';
import type { BusEvents } from '../../../shared/server-bus.ts';
import { notify } from '../../../shared/notify/notify.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findResponders } from './ticket-watchers.store.ts';

type EventServices = Pick<Services, 'db' | 'bus' | 'log'>;
/** The ticket that an event is about. */
export interface ChangedTicket {
  id: number;
  openedBy: number;
  deviceId: number | null;
  title: string;
}

/** Publishes a change of a ticket, so that open consoles refresh and the device gets what waits for it. */
export function publishTicketChange(
  { bus }: Pick<Services, 'bus'>,
  { id, openedBy, deviceId }: Pick<ChangedTicket, 'id' | 'openedBy' | 'deviceId'>,
  change: BusEvents['ticketChanged']['change'],
): void {
  bus.publish('ticketChanged', { ticketId: id, openedBy, deviceId, change });
  if (deviceId !== null && change !== 'READ') bus.publish('inboxWaiting', { deviceId });
}

interface Author extends Required<Names> {
  id: number;
  sender: TicketSender;
}

const titles = {
  TICKET_CREATED: { one: 'New request from', many: '{count} new requests from' },
  TICKET_REPLY: { one: 'Reply from', many: '{count} replies from' },
} as const satisfies Partial<Record<NotificationKind, { one: string; many: string }>>;

/**
 * Notifies the other side of a ticket: the admins who answer, or the admin who asked. A device's person sees it on the
 * device instead.
 */
export async function notifyOfTicket(
  services: EventServices,
  ticket: ChangedTicket,
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
      title: `${titles[kind].one} ${shownName(author)}`,
      manyTitle: `${titles[kind].many} ${shownName(author)}`,
      tells: null,
      message: title,
      link: toOpener
        ? consoleLink('/my-ticket/$myTicketId', { myTicketId: id })
        : consoleLink('/subordinates-ticket/$subordinateTicketId', { subordinateTicketId: id }),
      ...(deviceId !== null && { deviceId }),
    });
  } catch (error) {
    // The ticket is stored and shown, so a failed notification is only logged.
    services.log.error({ err: error, event: 'tickets.notify_failed', ticketId: id }, 'Failed to notify of a ticket');
  }
}
