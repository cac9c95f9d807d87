import { deviceTicketContentPath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import type { BlobFacts } from '../blobs/blobs.store.ts';
import { serveToDevice, type WantedFile } from '../blobs/serve-to-device.ts';
import type { Session } from '../http/route.ts';
import { scopeOf } from '../scope.ts';
import type { Services } from '../services.ts';
import { mayLook } from './ticket-access.ts';
import { logTicketRead } from './ticket-log.ts';
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
  await logTicketRead(db, session, mayLook(session, await findTicketRow(db, { scope }, ticketId)));
  const blob = await findAttachment(db, ticketId, hash);
  if (!blob) throw new AppError('file_not_found');
  return blob;
}

/** The person's own tickets, whatever they share. */
const subjectOf = ({ deviceId }: WantedFile) => ({ deviceId, capability: null });

/** Where a device fetches what is attached to its person's tickets. */
export function serveTicketContent(app: FastifyInstance, services: Services): void {
  const { db } = services;
  serveToDevice(app, services, deviceTicketContentPath, subjectOf, async ({ deviceId, id: ticketId, sha256 }) => {
    const ticket = await findTicketRow(db, { deviceId }, ticketId);
    return ticket && (await findAttachment(db, ticket.id, sha256));
  });
}
