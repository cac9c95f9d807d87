import { deviceTicketContentPath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../core/app-error.ts';
import type { BlobFacts } from '../content/blobs.store.ts';
import { serveToDevice, type WantedFile } from '../content/serve-to-device.ts';
import type { Session } from '../session.ts';
import { scopeOf } from '../scope.ts';
import type { Services } from '../services/services.ts';
import { requireTicketAccess } from './ticket-access.ts';
import { logTicketRead } from './ticket-log.ts';
import { findAttachment } from './ticket-messages.store.ts';
import { findTicketRow } from './tickets.store.ts';

/** Finds an attachment for a session that may read its ticket now, and logs the read. */
export async function findTicketContent(
  { db, auditLog }: Services,
  session: Session,
  ticketId: number,
  hash: string,
): Promise<BlobFacts> {
  const scope = scopeOf(session);
  await logTicketRead(auditLog, session, requireTicketAccess(session, await findTicketRow(db, { scope }, ticketId)));
  const blob = await findAttachment(db, ticketId, hash);
  if (!blob) throw new AppError('file_not_found');
  return blob;
}

/** A person's own tickets depend on no capability. */
const subjectOf = ({ deviceId }: WantedFile) => ({ deviceId, capability: null });

/** Serves the attachments of a person's tickets to their device. */
export function serveTicketContent(app: FastifyInstance, services: Services): void {
  const { db } = services;
  serveToDevice(app, services, deviceTicketContentPath, subjectOf, async ({ deviceId, id: ticketId, sha256 }) => {
    const ticket = await findTicketRow(db, { deviceId }, ticketId);
    return ticket && (await findAttachment(db, ticket.id, sha256));
  });
}
