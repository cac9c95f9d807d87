import { archiveContentPath, deviceArchivePath, deviceSocketPath, makeArchive } from '@fairwatch/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { AppError } from '../../../core/app-error.ts';
import { replyWithRange } from '../../files/content/send-bytes.ts';
import { readArchiveLink } from '../../files/content/content-links.ts';
import type { Transfer } from '../../../shared/transfers/open-transfers.ts';
import { beginDownload, sendStream } from '../../files/content/send-stream.ts';
import { parseInput } from '../../../core/http/payloads/parse-input.ts';
import type { Session } from '../../../shared/session.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findSessionByHash } from '../../../shared/sessions/sessions.ts';
import { appendAudit } from '../../../shared/audit/audit.store.ts';
import { authenticateDevice } from '../../../shared/device-state/device-token.ts';
import { lockDevice } from '../../../shared/device-state/persons-device.store.ts';
import { archiveName } from './archives.ts';
import { findArchive, findAdminArchive, markFetched, type StoredArchive } from './archives.store.ts';

const wanted = z.strictObject({
  id: z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
  ticket: z.string().check(z.maxLength(1000)),
});

/** Serves archives: to the person's device, and to the super admin who created one for a written request. */
export function serveArchives(app: FastifyInstance, services: Services): void {
  const { db } = services;
  app.route({
    method: ['GET', 'HEAD'],
    url: deviceArchivePath,
    config: { access: 'device' },
    onRequest: async (request) => {
      request.device = await authenticateDevice(services, request.headers.authorization);
    },
    handler: async (request, reply) => {
      const deviceId = request.device?.deviceId ?? 0;
      let fetched: number | undefined;
      const isAllowed = async () => {
        const kept = await findArchive(db, deviceId, 'PERSON');
        return kept !== undefined && kept.id === (fetched ?? kept.id);
      };
      const transfer = beginDownload(services, reply, { deviceId, capability: null, isAllowed });
      const archive = await findArchive(db, deviceId, 'PERSON');
      if (archive?.state !== 'READY') throw new AppError('archive_not_found');
      fetched = archive.id;
      if (request.method === 'GET') await logPersonsFetch(services, archive);
      return await sendArchive(services, request, reply, archive, transfer);
    },
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: `${archiveContentPath}/:id`,
    config: { access: 'ticket' },
    handler: async (request, reply) => {
      const input = { ...(request.query as object), ...(request.params as object) };
      const { id, ticket } = parseInput({ input: wanted }, input);
      const pass = await readArchiveLink(services, ticket);
      if (pass?.archiveId !== Number(id)) throw new AppError('ticket_refused');
      const { tokenHash } = pass;
      const isAllowed = async () => {
        const { userId } = await sessionOf(services, tokenHash);
        return (await findAdminArchive(db, { archiveId: Number(id), userId }))?.isTold ?? false;
      };
      // No device is passed: the archive itself is deleted when its person leaves.
      const transfer = beginDownload(services, reply, { deviceId: null, capability: null, tokenHash, isAllowed });
      const session = await sessionOf(services, tokenHash);
      const found = await findAdminArchive(db, { archiveId: Number(id), userId: session.userId });
      if (!found) throw new AppError('archive_not_found');
      if (!found.isTold) throw new AppError('archive_outdated');
      // Awaited: what cannot be logged is not sent.
      if (request.method === 'GET') await logAdminsFetch(services, session, found.archive);
      return await sendArchive(services, request, reply, found.archive, transfer);
    },
  });
}

/** Finds the session of a signed link. Throws unless it is still that of a super admin. */
async function sessionOf(services: Services, tokenHash: Buffer): Promise<Session> {
  const session = await findSessionByHash(services, tokenHash);
  if (!session) throw new AppError('ticket_refused');
  if (session.adminRole !== 'SUPER_ADMIN') throw new AppError('not_allowed');
  return session;
}

/** Logs the download once per archive, because a device may fetch it in several ranges. */
async function logPersonsFetch({ db }: Services, { id, deviceId }: StoredArchive): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const device = await lockDevice(transaction, deviceId);
    if (!device || !(await markFetched(transaction, id))) return;
    const { userId: actorId, username: actorName } = device;
    const details = { what: 'fetched' };
    await appendAudit(transaction, {
      deviceId,
      actorId,
      actorName,
      action: 'ARCHIVE',
      subject: deviceSocketPath,
      details,
    });
  });
}

async function logAdminsFetch({ db }: Services, session: Session, { deviceId, reason }: StoredArchive): Promise<void> {
  const { userId: actorId, username: actorName } = session;
  const details = { what: 'downloaded', reason: reason ?? '' };
  await appendAudit(db, { deviceId, actorId, actorName, action: 'ARCHIVE', subject: makeArchive.path, details });
}

/**
 * Sends the file or a range of it. The download is aborted as soon as it is no longer allowed: when the person leaves, or when the
 * admin loses the role.
 */
async function sendArchive(
  services: Services,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { id, deviceId, sha256 }: StoredArchive,
  transfer: Transfer,
): Promise<FastifyReply> {
  const { archiveFiles } = services;
  const name = archiveName(id);
  const stored = await archiveFiles.stat(name);
  if (stored === null) throw new AppError('archive_not_found');
  const { size } = stored;
  const etag = `"${sha256}"`;
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="everything-about-device-${deviceId}.zip"`,
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag,
  });
  const range = replyWithRange(reply, headers, { size, etag });
  if (method === 'HEAD') return reply.send();
  return sendStream(services, reply, () => archiveFiles.open(name, range ?? undefined), transfer);
}
