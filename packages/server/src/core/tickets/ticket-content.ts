import { deviceTicketContentPath, ticketMessages } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import type { BlobFacts } from '../blobs/blobs.store.ts';
import { serveToDevice } from '../blobs/serve-to-device.ts';
import { noteRead } from '../devices/device-access.ts';
import type { Session } from '../http/route.ts';
import { scopeOf } from '../scope.ts';
import type { Services } from '../services.ts';
import { mayLook } from './ticket-access.ts';
import { findAttachment } from './ticket-messages.store.ts';
import { findTicketRow } from './tickets.store.ts';

/** An attachment for whoever may look at its ticket now. */
export async function findTicketContent(
  { db }: Services,
  session: Session,
  ticketId: number,
  hash: string,
): Promise<BlobFacts> {
  const scope = scopeOf(session);
  const { ticket, side } = mayLook(session, await findTicketRow(db, { scope }, ticketId));
  if (side === 'SUBORDINATES' && ticket.deviceId !== null) await noteRead(db, session, ticketMessages, ticket.deviceId);
  const blob = await findAttachment(db, ticketId, hash);
  if (!blob) throw new AppError('file_not_found');
  return blob;
}

/** Where a device fetches what is attached to its person's tickets. */
export function serveTicketContent(app: FastifyInstance, services: Services): void {
  const { db } = services;
  serveToDevice(app, services, deviceTicketContentPath, async ({ deviceId, id: ticketId, sha256 }) => {
    const ticket = await findTicketRow(db, { deviceId }, ticketId);
    return ticket && (await findAttachment(db, ticket.id, sha256));
  });
}
