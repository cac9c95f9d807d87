import { basename } from 'node:path/posix';
import { Readable } from 'node:stream';
import {
  downloadFolder,
  filePath,
  folderContentPath,
  folderContentUrl,
  limits,
  type OutputOf,
} from '@fairwatch/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { AppError } from '../../core/app-error.ts';
import { admitHolder, transferOf } from '../../core/blobs/content-access.ts';
import { attachment, savedHeaders } from '../../core/blobs/content-headers.ts';
import { contentSubject } from '../../core/blobs/content-reads.ts';
import { issueTicket, readTicket } from '../../core/blobs/content-tickets.ts';
import { beginDownload, sendStream } from '../../core/blobs/send-stream.ts';
import { logFile } from '../../core/devices/audit/read-log.ts';
import { parseInput } from '../../core/http/parse-input.ts';
import { handle, type Route, type Session } from '../../core/http/route.ts';
import { scopeOf } from '../../core/scope.ts';
import type { Services } from '../../core/services.ts';
import { zipStream, type ZipPart } from '../../core/zip-stream.ts';
import {
  countFolderFiles,
  hasFolder,
  listFolderFiles,
  type FolderFile,
  type FolderFiles,
} from './folder-files.store.ts';

const capability = 'FILES';
const permission = 'FILE_MANAGER';
const megabyte = 1024 * 1024;
const { zipMaxBytes, zipMaxFiles } = limits.file;

const wanted = z.strictObject({ ticket: z.string().check(z.maxLength(1000)), path: filePath });

/** The call that says what of a folder can be downloaded, and where. */
export function folderRoutes(services: Services): Route[] {
  const { db } = services;
  return [
    handle(downloadFolder, async ({ session, scope, input }): Promise<OutputOf<typeof downloadFolder>> => {
      if (!(await hasFolder(db, scope, input))) throw new AppError('file_not_found');
      const counted = await countFolderFiles(db, scope, input);
      checkBounds(counted);
      const { deviceId, path } = input;
      const { ticket, expiresAt } = await issueTicket(services, session, { deviceId, capability, permission });
      const url = counted.stored === 0 ? null : folderContentUrl({ ticket, path });
      return { url, fileName: `${titleOf(path)}.zip`, expiresAt, ...counted };
    }),
  ];
}

/**
 * Where browsers fetch the stored files of a folder as one ZIP file. It is written while it is sent, and cut at once when the person
 * withdraws what it depends on.
 */
export function serveFolders(app: FastifyInstance, services: Services): void {
  const { db } = services;
  app.route({
    method: 'GET',
    url: folderContentPath,
    config: { access: 'ticket' },
    handler: async (request: FastifyRequest, reply) => {
      const { ticket, path } = parseInput({ input: wanted }, request.query);
      const holder = await readTicket(services, ticket);
      if (!holder || 'ticketId' in holder || holder.capability !== capability) throw new AppError('ticket_refused');
      const { deviceId } = holder;
      const transfer = beginDownload(services, reply, transferOf(services, holder));
      const session = await admitHolder(services, holder);
      const scope = scopeOf(session);
      const files = await listFolderFiles(db, scope, { deviceId, path });
      const counted = await countFolderFiles(db, scope, { deviceId, path });
      if (files.length === 0) throw new AppError('file_not_found');
      checkBounds({ stored: files.length, storedBytes: files.reduce((sum, { size }) => sum + size, 0) });
      // Awaited: what cannot be written down is not handed out.
      await logFiles(services, session, deviceId, files);
      reply.headers({
        ...savedHeaders,
        'content-type': 'application/zip',
        'content-disposition': attachment(`${titleOf(path)}.zip`),
      });
      return sendStream(
        services,
        reply,
        () => Readable.from(zipStream(partsOf(services, path, files, counted))),
        transfer,
      );
    },
  });
}

/** A line for each file, as for files that are downloaded one by one. */
async function logFiles(
  { db }: Services,
  session: Session,
  deviceId: number,
  files: readonly FolderFile[],
): Promise<void> {
  const line = { session, deviceId, capability, path: contentSubject(capability), how: 'SAVE' } as const;
  await Promise.all(
    files.map(({ sha256, path }) => logFile(db, { ...line, sha256 }, async () => ({ object: path, isPreview: false }))),
  );
}

function checkBounds({ stored, storedBytes }: Pick<FolderFiles, 'stored' | 'storedBytes'>): void {
  if (stored <= zipMaxFiles && storedBytes <= zipMaxBytes) return;
  throw new AppError('folder_too_large', { files: zipMaxFiles, size: zipMaxBytes / megabyte });
}

/** What a folder is called on the computer that it is saved to. */
function titleOf(path: string): string {
  return path === '' ? 'Shared folder' : basename(path);
}

/** The files below the folder's own name, and beside it a list of what is missing. */
function* partsOf(
  { blobs }: Pick<Services, 'blobs'>,
  folder: string,
  files: readonly FolderFile[],
  { total, missing }: FolderFiles,
): Generator<ZipPart> {
  const start = folder === '' ? 0 : folder.length + 1;
  for (const { path, sha256, mimeType, modifiedAt } of files) {
    yield {
      name: `${titleOf(folder)}/${path.slice(start)}`,
      modified: modifiedAt,
      compress: mimeType.startsWith('text/') || mimeType === 'application/octet-stream',
      open: () => blobs.open(sha256, 'full'),
    };
  }
  const absent = total - files.length;
  if (absent === 0) return;
  const more = absent > missing.length ? [`and ${absent - missing.length} more`] : [];
  const text = ['These files are on the device, but not on the server:', '', ...missing, ...more, ''].join('\r\n');
  yield {
    name: 'Not included.txt',
    modified: new Date(),
    compress: true,
    open: () => Readable.from([Buffer.from(text)]),
  };
}
