import { basename } from 'node:path/posix';
import { Readable } from 'node:stream';
import {
  downloadFolder,
  filePath,
  folderContentPath,
  folderContentUrl,
  limits,
  contentSubject,
  type OutputOf,
} from '@fairwatch/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { AppError } from '../../../core/app-error.ts';
import { authorizeLink, deviceTransferOf } from '../content/content-link-access.ts';
import { attachment, savedHeaders } from '../content/content-headers.ts';
import { issueContentLink, readContentLink } from '../content/content-links.ts';
import { beginDownload, sendStream } from '../content/send-stream.ts';
import { logFile } from '../../../shared/audit/read-log.ts';
import { parseInput } from '../../../core/http/payloads/parse-input.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Session } from '../../../shared/session.ts';
import { scopeOf } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import { zipStream, type ZipPart } from '../../../core/zip.ts';
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

/** The call that tells which files of a folder can be downloaded, with a signed link. */
export function folderRoutes(services: Services): Route[] {
  const { db } = services;
  return [
    handle(downloadFolder, async ({ session, scope, input }): Promise<OutputOf<typeof downloadFolder>> => {
      if (!(await hasFolder(db, scope, input))) throw new AppError('file_not_found');
      const counted = await countFolderFiles(db, scope, input);
      checkBounds(counted);
      const { deviceId, path } = input;
      const { ticket, expiresAt } = await issueContentLink(services, session, { deviceId, capability, permission });
      const url = counted.stored === 0 ? null : folderContentUrl({ ticket, path });
      return { url, fileName: `${titleOf(path)}.zip`, expiresAt, ...counted };
    }),
  ];
}

/**
 * Streams the stored files of a folder as one ZIP file. The download is aborted as soon as the person
 * withdraws the capability.
 */
export function serveFolders(app: FastifyInstance, services: Services): void {
  const { db } = services;
  app.route({
    method: 'GET',
    url: folderContentPath,
    config: { access: 'ticket' },
    handler: async (request: FastifyRequest, reply) => {
      const { ticket, path } = parseInput({ input: wanted }, request.query);
      const holder = await readContentLink(services, ticket);
      if (!holder || 'ticketId' in holder || holder.capability !== capability) throw new AppError('ticket_refused');
      const { deviceId } = holder;
      const transfer = beginDownload(services, reply, deviceTransferOf(services, holder));
      const session = await authorizeLink(services, holder);
      const scope = scopeOf(session);
      const files = await listFolderFiles(db, scope, { deviceId, path });
      const counted = await countFolderFiles(db, scope, { deviceId, path });
      if (files.length === 0) throw new AppError('file_not_found');
      checkBounds({ stored: files.length, storedBytes: files.reduce((sum, { size }) => sum + size, 0) });
      // Awaited: what cannot be logged is not sent.
      await logFiles(services, session, deviceId, files);
      reply.headers({
        ...savedHeaders,
        'content-type': 'application/zip',
        'content-disposition': attachment(`${titleOf(path)}.zip`),
      });
      return sendStream(
        services,
        reply,
        () => Readable.from(zipStream(backupPaths(services, path, files, counted))),
        transfer,
      );
    },
  });
}

/** Logs each file of the archive like a single download. */
async function logFiles(
  { auditLog }: Services,
  session: Session,
  deviceId: number,
  files: readonly FolderFile[],
): Promise<void> {
  const line = { session, deviceId, capability, path: contentSubject(capability), how: 'SAVE' } as const;
  await Promise.all(
    files.map(({ sha256, path }) =>
      logFile(auditLog, { ...line, sha256 }, async () => ({ object: path, isPreview: false })),
    ),
  );
}

function checkBounds({ stored, storedBytes }: Pick<FolderFiles, 'stored' | 'storedBytes'>): void {
  if (stored <= zipMaxFiles && storedBytes <= zipMaxBytes) return;
  throw new AppError('folder_too_large', { files: zipMaxFiles, size: zipMaxBytes / megabyte });
}

/** The file name of the archive without its extension. */
function titleOf(path: string): string {
  return path === '' ? 'Shared folder' : basename(path);
}

/** The entries of the archive: the files below the folder's name, and a text file that lists missing files. */
function* backupPaths(
  { blobs }: Pick<Services, 'blobs'>,
  folder: string,
  files: readonly FolderFile[],
  { total, missing }: FolderFiles,
): Generator<ZipPart> {
  const start = folder === '' ? 0 : folder.length + 1;
  for (const { path, storedAs, mimeType, modifiedAt } of files) {
    yield {
      name: `${titleOf(folder)}/${path.slice(start)}`,
      modified: modifiedAt,
      compress: mimeType.startsWith('text/') || mimeType === 'application/octet-stream',
      open: () => blobs.open(storedAs, 'full'),
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
    open: () => [text],
  };
}
