import { contentPath, knownFileName, sha256, type Capability, type FileCapability } from '@fairwatch/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { AppError } from '../app-error.ts';
import type { Database } from '../database/schema.ts';
import { logFile, type FileReading, type NamedFile } from '../devices/audit/read-log.ts';
import { parseInput } from '../http/parse-input.ts';
import type { Services } from '../services.ts';
import { findSessionByHash } from '../session/sessions.ts';
import { findTicketContent } from '../tickets/ticket-content.ts';
import { findDeviceBlob, type BlobFacts } from './blobs.store.ts';
import { admitHolder, transferOf } from './content-access.ts';
import { contentSubject } from './content-reads.ts';
import { contentHeaders } from './content-headers.ts';
import { readTicket, type Ticket, type TicketPass } from './content-tickets.ts';
import { sendBytes } from './send-bytes.ts';
import { beginDownload } from './send-stream.ts';

const wanted = z.strictObject({
  sha256,
  ticket: z.string().check(z.maxLength(1000)),
  variant: z.enum(['thumbnail', 'full']),
  saveAs: z.optional(knownFileName),
});

type AskedFile = Omit<z.infer<typeof wanted>, 'ticket'>;

/** Finds what a file is called in its device's log; undefined when no row names it any more. */
type NameFile = (db: Database, file: { deviceId: number; sha256: string }) => Promise<NamedFile | undefined>;
export type FileNames = Readonly<Record<FileCapability, NameFile>>;

/**
 * Where browsers fetch files from and for devices, by themselves: pictures in a page, sound that is sought in, files for
 * saving.
 */
export function serveContent(app: FastifyInstance, services: Services, names: FileNames): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${contentPath}/:sha256`,
    config: { access: 'ticket' },
    handler: async (request: FastifyRequest, reply) => {
      const input = { ...(request.query as object), ...(request.params as object) };
      const { ticket, sha256, variant, saveAs } = parseInput({ input: wanted }, input);
      const holder = await readTicket(services, ticket);
      if (!holder) throw new AppError('ticket_refused');
      const transfer = beginDownload(services, reply, transferOf(services, holder));
      const blob = await findContent(services, names, holder, { sha256, variant, saveAs });
      const stored = variant === 'thumbnail' && !blob.thumbnail ? null : await services.blobs.stat(sha256, variant);
      if (!stored) throw new AppError('file_not_found');
      const headers = contentHeaders({ blob, variant, saveAs });
      reply.headers(headers);
      const bytes = { sha256, variant, size: stored.size, etag: headers['etag'] ?? '' };
      return sendBytes(services, request, reply, bytes, transfer);
    },
  });
}

/**
 * A file, for whoever holds a ticket: its session is alive and still has the access, the device is in its scope, and the
 * person shares it at this moment. All of it is asked anew for each fetch, and written to the device's log like any read.
 */
async function findContent(
  services: Services,
  names: FileNames,
  ticket: Ticket | TicketPass,
  asked: AskedFile,
): Promise<BlobFacts> {
  const { sha256 } = asked;
  const { tokenHash } = ticket;
  if ('ticketId' in ticket) {
    const session = await findSessionByHash(services, tokenHash);
    if (!session) throw new AppError('ticket_refused');
    return await findTicketContent(services, session, ticket.ticketId, sha256);
  }
  const { deviceId, capability } = ticket;
  const session = await admitHolder(services, ticket);
  const path = contentSubject(capability);
  const blob = await findDeviceBlob(services.db, { deviceId, capability, sha256 });
  if (!blob) throw new AppError('file_not_found');
  const reading = { session, deviceId, capability, sha256, path, how: howOf(asked, capability) } as const;
  await logFile(services.db, reading, async () => {
    const name = names[capability as FileCapability];
    return (await name(services.db, { deviceId, sha256 })) ?? { object: 'a file', isPreview: false };
  });
  return blob;
}

/** How the log calls this read. App icons always count as previews: they illustrate a list and are no files of the person. */
function howOf({ variant, saveAs }: AskedFile, capability: Capability): FileReading['how'] {
  if (variant === 'thumbnail' || capability === 'APPS') return 'PREVIEW';
  return saveAs === undefined ? 'OPEN' : 'SAVE';
}
