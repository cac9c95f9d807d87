import {
  contentPath,
  knownFileName,
  sha256,
  contentSubject,
  type Capability,
  type FileCapability,
} from '@fairwatch/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { logFile, type FileReading, type NamedFile } from '../../../shared/audit/read-log.ts';
import { parseInput } from '../../../core/http/payloads/parse-input.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findDeviceBlob, type BlobFacts } from './blobs.store.ts';
import { authorizeLink, deviceTransferOf } from './content-link-access.ts';
import { contentHeaders } from './content-headers.ts';
import { readContentLink, type ContentLink, type AttachmentLink } from './content-links.ts';
import { sendBytes } from './send-bytes.ts';
import { beginDownload } from './send-stream.ts';
import type { TransferSubject } from '../../../shared/transfers/open-transfers.ts';

const wanted = z.strictObject({
  sha256,
  ticket: z.string().check(z.maxLength(1000)),
  variant: z.enum(['thumbnail', 'full']),
  saveAs: z.optional(knownFileName),
});

type AskedFile = Omit<z.infer<typeof wanted>, 'ticket'>;

/** Finds the name of a file for its device's log; undefined when no row refers to it any more. */
type NameFile = (db: Database, file: { deviceId: number; sha256: string }) => Promise<NamedFile | undefined>;
export type FileNames = Readonly<Record<FileCapability, NameFile>>;

/** Finds the attachments of support tickets for whoever holds a signed link to them. */
export interface Attachments {
  /** Throws when the session of the link may not read the ticket now. The read is logged. */
  find(link: AttachmentLink, sha256: string): Promise<BlobFacts>;
  /** True while the session of the link may read the ticket. */
  isAllowed(link: AttachmentLink): Promise<boolean>;
}

/** What differs between the files that are served: the module that owns their rows knows it. */
export interface ContentOwners {
  names: FileNames;
  attachments: Attachments;
}

/**
 * Serves files of devices to elements of a page, which cannot send a token: pictures, seekable audio, and downloads. A signed
 * link in the URL authorizes the request.
 */
export function serveContent(app: FastifyInstance, services: Services, owners: ContentOwners): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${contentPath}/:sha256`,
    config: { access: 'ticket' },
    handler: async (request: FastifyRequest, reply) => {
      const input = { ...(request.query as object), ...(request.params as object) };
      const { ticket, sha256, variant, saveAs } = parseInput({ input: wanted }, input);
      const holder = await readContentLink(services, ticket);
      if (!holder) throw new AppError('ticket_refused');
      const transfer = beginDownload(services, reply, transferOf(services, owners, holder));
      const blob = await findContent(services, owners, holder, { sha256, variant, saveAs });
      const stored =
        variant === 'thumbnail' && !blob.thumbnail ? null : await services.blobs.stat(blob.storedAs, variant);
      if (!stored) throw new AppError('file_not_found');
      const headers = contentHeaders({ blob, variant, saveAs });
      reply.headers(headers);
      const bytes = { storedAs: blob.storedAs, variant, size: stored.size, etag: headers['etag'] ?? '' };
      return sendBytes(services, request, reply, bytes, transfer);
    },
  });
}

/** Returns what a download by this signed link depends on until its last byte. */
function transferOf(
  services: Services,
  { attachments }: ContentOwners,
  link: ContentLink | AttachmentLink,
): TransferSubject {
  if (!('ticketId' in link)) return deviceTransferOf(services, link);
  // An attachment needs no device here: its support ticket is deleted when the person leaves.
  const { tokenHash } = link;
  return { deviceId: null, capability: null, tokenHash, isAllowed: () => attachments.isAllowed(link) };
}

/**
 * Finds the file of a signed link. Checks again for each request that the session is valid and has the access, that the device is in
 * its scope, and that the person shares the capability now. The request is logged in the device's log like any read.
 */
async function findContent(
  services: Services,
  { names, attachments }: ContentOwners,
  ticket: ContentLink | AttachmentLink,
  asked: AskedFile,
): Promise<BlobFacts> {
  const { sha256 } = asked;
  if ('ticketId' in ticket) return await attachments.find(ticket, sha256);
  const { deviceId, capability } = ticket;
  const session = await authorizeLink(services, ticket);
  const path = contentSubject(capability);
  const blob = await findDeviceBlob(services.db, { deviceId, capability, sha256 });
  if (!blob) throw new AppError('file_not_found');
  const reading = { session, deviceId, capability, sha256, path, how: howOf(asked, capability) } as const;
  await logFile(services.auditLog, reading, async () => {
    const name = names[capability as FileCapability];
    return (await name(services.db, { deviceId, sha256 })) ?? { object: 'a file', isPreview: false };
  });
  return blob;
}

/** The kind of this read in the log. App icons always count as previews, since they are no files of the person. */
function howOf({ variant, saveAs }: AskedFile, capability: Capability): FileReading['how'] {
  if (variant === 'thumbnail' || capability === 'APPS') return 'PREVIEW';
  return saveAs === undefined ? 'OPEN' : 'SAVE';
}
