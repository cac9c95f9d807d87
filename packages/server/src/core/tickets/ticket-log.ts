import { ticketMessages } from '@fairwatch/contract';
import type { Database } from '../database/schema.ts';
import { logReads } from '../devices/audit/read-log.ts';
import { logSeen, type Showing } from '../devices/audit/seen-log.ts';
import type { Session } from '../http/route.ts';
import type { SeenTicket } from './ticket-access.ts';
import { findTicketDevices } from './tickets.store.ts';

/** What the person of a device wrote is personal: their log says who read it. */
export async function logTicketRead(db: Database, session: Session, { ticket, side }: SeenTicket): Promise<void> {
  if (side !== 'SUBORDINATES' || ticket.deviceId === null) return;
  const reading = { session, endpoint: ticketMessages, part: String(ticket.id) };
  await logReads(db, reading, [ticket.deviceId], { object: `your ticket ${ticket.id}`, ticketId: ticket.id });
}

/** The same for tickets in a list, which shows their titles and more. */
export async function logTicketsSeen(
  db: Database,
  showing: Showing,
  tickets: readonly { id: number }[],
): Promise<void> {
  await logSeen(
    db,
    showing,
    tickets.map(({ id }) => id),
    async (ids) => {
      const found = await findTicketDevices(db, ids);
      return found.map(({ id, deviceId }) => ({ deviceId, object: `number ${id}` }));
    },
  );
}
