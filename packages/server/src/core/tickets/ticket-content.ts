import { deviceTicketContentPath, sha256, ticketMessages } from '@fairwatch/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { AppError } from '../app-error.ts';
import type { BlobFacts } from '../blobs/blobs.store.ts';
import { contentHeaders } from '../blobs/content-headers.ts';
import { sendBytes } from '../blobs/send-bytes.ts';
import { authenticateDevice } from '../devices/device-token.ts';
import { noteRead } from '../devices/device-access.ts';
import { parseInput } from '../http/parse-input.ts';
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
  const scope = scopeOf({ id: session.userId, adminRole: session.adminRole });
  const { ticket, side } = mayLook(session, await findTicketRow(db, { scope }, ticketId));
  if (side === 'SUBORDINATES' && ticket.deviceId !== null) await noteRead(db, session, ticketMessages, ticket.deviceId);
  const blob = await findAttachment(db, ticketId, hash);
  if (!blob) throw new AppError('file_not_found');
  return blob;
}

const wanted = z.strictObject({ ticketId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)), sha256 });

/** Where a device fetches what is attached to its person's tickets. */
export function serveTicketContent(app: FastifyInstance, services: Services): void {
  const { db, blobs } = services;
  app.route({
    method: ['GET', 'HEAD'],
    url: `${deviceTicketContentPath}/:ticketId/:sha256`,
    config: { access: 'device' },
    onRequest: async (request) => {
      request.device = await authenticateDevice(services, request.headers.authorization);
    },
    handler: async (request: FastifyRequest, reply) => {
      const { sha256: hash, ...asked } = parseInput({ input: wanted }, request.params);
      const deviceId = request.device?.deviceId ?? 0;
      const ticket = await findTicketRow(db, { deviceId }, Number(asked.ticketId));
      const blob = ticket && (await findAttachment(db, ticket.id, hash));
      const stored = blob && (await blobs.stat(hash, 'full'));
      if (!blob || !stored) throw new AppError('file_not_found');
      const headers = contentHeaders({ blob, variant: 'full', saveAs: hash });
      reply.headers(headers);
      const { size } = stored;
      return sendBytes(services, request, reply, { sha256: hash, variant: 'full', size, etag: headers['etag'] ?? '' });
    },
  });
}
