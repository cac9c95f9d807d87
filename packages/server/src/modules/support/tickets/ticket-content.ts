import { deviceTicketContentPath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../core/app-error.ts';
import { findSessionByHash } from '../../../shared/sessions/sessions.ts';
import type { Attachments } from '../../files/content/content.routes.ts';
import { serveToDevice, type WantedFile } from '../../files/content/serve-to-device.ts';
import { scopeOf } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import { canReadTicket, requireTicketAccess } from './ticket-access.ts';
import { logTicketRead } from './ticket-log.ts';
import { findAttachment } from './ticket-messages.store.ts';
import { findTicketRow } from './tickets.store.ts';

/** Finds attachments for a session that may read their ticket now. */
export function ticketAttachments(services: Services): Attachments {
  const { db, auditLog } = services;
  return {
    async find({ tokenHash, ticketId }, hash) {
      const session = await findSessionByHash(services, tokenHash);
      if (!session) throw new AppError('ticket_refused');
      const ticket = await findTicketRow(db, { scope: scopeOf(session) }, ticketId);
      await logTicketRead(auditLog, session, requireTicketAccess(session, ticket));
      const blob = await findAttachment(db, ticketId, hash);
      if (!blob) throw new AppError('file_not_found');
      return blob;
    },

    async isAllowed({ tokenHash, ticketId }) {
      const session = await findSessionByHash(services, tokenHash);
      if (!session) return false;
      return canReadTicket(session, await findTicketRow(db, { scope: scopeOf(session) }, ticketId));
    },
  };
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
