import { ticketMessages } from '@fairwatch/contract';
import type { Database } from '../database/schema.ts';
import { logReads } from '../devices/audit/read-log.ts';
import type { Session } from '../http/route.ts';
import type { SeenTicket } from './ticket-access.ts';

/** What the person of a device wrote is personal: their log says who read it. */
export async function logTicketRead(db: Database, session: Session, { ticket, side }: SeenTicket): Promise<void> {
  if (side !== 'SUBORDINATES' || ticket.deviceId === null) return;
  const reading = { session, endpoint: ticketMessages, part: String(ticket.id) };
  await logReads(db, reading, [ticket.deviceId], { object: `your ticket ${ticket.id}`, ticketId: ticket.id });
}
