import { ticketMessages } from '@fairwatch/contract';
import { logReads } from '../../../shared/audit/read-log.ts';
import { logSeen, type Showing } from '../../../shared/audit/seen-log.ts';
import type { AuditLog } from '../../../shared/services/audit-log.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';
import type { SeenTicket } from './ticket-access.ts';
import { findTicketDevices } from './tickets.store.ts';

/** Logs that an admin read a ticket, because what a device's person wrote is personal. */
export async function logTicketRead(auditLog: AuditLog, session: Session, { ticket, side }: SeenTicket): Promise<void> {
  if (side !== 'SUBORDINATES' || ticket.deviceId === null) return;
  const reading = { session, endpoint: ticketMessages, part: String(ticket.id) };
  await logReads(auditLog, reading, [ticket.deviceId], {
    object: `your request for help ${ticket.id}`,
    ticketId: ticket.id,
  });
}

/** Like `logTicketRead`, for tickets in a list, which shows their titles and more. */
export async function logTicketsSeen(
  { db, auditLog }: Pick<Services, 'db' | 'auditLog'>,
  showing: Showing,
  tickets: readonly { id: number }[],
): Promise<void> {
  await logSeen(
    auditLog,
    showing,
    tickets.map(({ id }) => id),
    async (ids) => {
      const found = await findTicketDevices(db, ids);
      return found.map(({ id, deviceId }) => ({ deviceId, object: `number ${id}` }));
    },
  );
}
