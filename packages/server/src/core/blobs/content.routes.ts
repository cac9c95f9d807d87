import { can, contentPath, knownFileName, sha256 } from '@fairwatch/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { AppError } from '../app-error.ts';
import { checkDevice } from '../devices/device-access.ts';
import { parseInput } from '../http/parse-input.ts';
import { scopeOf } from '../scope.ts';
import type { Services } from '../services.ts';
import { findSessionByHash } from '../session/sessions.ts';
import { findTicketContent } from '../tickets/ticket-content.ts';
import { findDeviceBlob, type BlobFacts } from './blobs.store.ts';
import { contentSubject } from './content-reads.ts';
import { contentHeaders } from './content-headers.ts';
import { readTicket } from './content-tickets.ts';
import { sendBytes } from './send-bytes.ts';

const wanted = z.strictObject({
  sha256,
  ticket: z.string().check(z.maxLength(1000)),
  variant: z.enum(['thumbnail', 'full']),
  saveAs: z.optional(knownFileName),
});

/**
 * Where browsers fetch files from and for devices, by themselves: pictures in a page, sound that is sought in, files for
 * saving.
 */
export function serveContent(app: FastifyInstance, services: Services): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${contentPath}/:sha256`,
    config: { access: 'ticket' },
    handler: async (request: FastifyRequest, reply) => {
      const input = { ...(request.query as object), ...(request.params as object) };
      const { ticket, sha256, variant, saveAs } = parseInput({ input: wanted }, input);
      const blob = await findContent(services, ticket, sha256);
      const stored = variant === 'thumbnail' && !blob.thumbnail ? null : await services.blobs.stat(sha256, variant);
      if (!stored) throw new AppError('file_not_found');
      const headers = contentHeaders({ blob, variant, saveAs });
      reply.headers(headers);
      return sendBytes(services, request, reply, { sha256, variant, size: stored.size, etag: headers['etag'] ?? '' });
    },
  });
}

/**
 * A file, for whoever holds a ticket: its session is alive and still has the access, the device is in its scope, and the
 * person shares it at this moment. All of it is asked anew for each fetch, and written to the device's log like any read.
 */
async function findContent(services: Services, text: string, sha256: string): Promise<BlobFacts> {
  const ticket = await readTicket(services, text);
  const session = ticket && (await findSessionByHash(services, ticket.tokenHash));
  if (!ticket || !session) throw new AppError('ticket_refused');
  if ('ticketId' in ticket) return await findTicketContent(services, session, ticket.ticketId, sha256);
  const { deviceId, capability, permission } = ticket;
  if (!can(session, { access: { permission, level: 'READ_ONLY' } })) throw new AppError('not_allowed');
  const scope = scopeOf(session);
  const use = { path: contentSubject(capability), device: { capability, action: 'READ' } } as const;
  await checkDevice(services, scope, { session, endpoint: use, deviceId });
  const blob = await findDeviceBlob(services.db, { deviceId, capability, sha256 });
  if (!blob) throw new AppError('file_not_found');
  return blob;
}
