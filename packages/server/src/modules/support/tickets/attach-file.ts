import { Readable } from 'node:stream';
import { ticketLimits, type deviceTicketFile, type ParsedInputOf } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { isBrokenUpload, isTruncated } from '../../../core/blobs/upload-errors.ts';
import { checkSpace } from '../../../core/disk.ts';
import { keepBlob } from '../../files/content/keep-blob.ts';
import { audioTypeOfContainer } from '../../../core/blobs/images/mime-types.ts';
import { uploadTypeOfFile } from '../../../core/blobs/upload-types.ts';
import { checkQuota, countedStream } from '../../../shared/device-state/daily-quota.ts';
import type { SentFile } from '../../../core/http/payloads/reply.ts';
import type { Services } from '../../../shared/services/services.ts';
import {
  publishMessage,
  findEarlier,
  refuseEnded,
  storeMessage,
  type LockForWriting,
  type Stored,
} from './write-message.ts';

type Form = ParsedInputOf<typeof deviceTicketFile>;

const megabyte = 1024 * 1024;
const minute = 60_000;

/** Writes a message with a file or a recording: its bytes and its row, both or neither, and once however often it is sent. */
export async function attachFile(
  services: Services,
  lock: LockForWriting,
  { ticketId, clientId, kind, name, text, durationMs, peaks }: Form,
  bytes: SentFile,
  /** The device that sends it, whose quota is charged; null for an admin. */
  fromDevice: number | null = null,
): Promise<Stored> {
  const recording = kind === 'VOICE' ? { durationMs: allowedDuration(durationMs), peaks: peaks ?? [] } : null;
  // This is checked before the bytes are read, so that a repeated or refused upload ends early.
  const { ticket, writer } = await services.db.transaction().execute(lock);
  const earlier = await findEarlier(services.db, { authorId: writer.id, clientId }, ticketId);
  if (earlier) return { message: earlier, ticket, writer, fresh: false };
  refuseEnded(ticket.status);
  await checkSpace(services, ticketLimits.fileMaxBytes);
  const by = fromDevice === null ? `account ${writer.id}` : `device ${fromDevice}`;
  const source = fromDevice === null ? bytes : await chargedStream(services, fromDevice, bytes);
  const typeOf = async (path: string) => {
    if (isTruncated(bytes)) throw new AppError('file_too_large', { size: ticketLimits.fileMaxBytes / megabyte });
    const found = await uploadTypeOfFile(path, name);
    return recording ? soundOf(found) : found;
  };
  const stored = await keepBlob(services, { source, owner: by, sha256: null, typeOf }, (transaction, facts) => {
    const attachment = { ...facts, name, durationMs: recording?.durationMs ?? null, peaks: recording?.peaks ?? null };
    return storeMessage(transaction, lock, { clientId, kind, text, attachment });
  }).catch((error: unknown) => {
    throw isBrokenUpload(error) ? new AppError('upload_interrupted') : error;
  });
  await publishMessage(services, stored);
  return stored;
}

/** Charges the bytes of a device while they arrive, after checking that anything of its quota is left. */
async function chargedStream(services: Services, deviceId: number, bytes: SentFile): Promise<Readable> {
  const sending = { deviceId, kind: 'TICKET_FILES' } as const;
  await checkQuota(services, sending, 1);
  return Readable.from(countedStream(services, sending, bytes), { objectMode: false });
}

function allowedDuration(durationMs: number | undefined): number {
  if (durationMs === undefined || durationMs === 0) {
    throw new AppError('invalid_input', { problem: 'durationMs: a recording says how long it is.' });
  }
  if (durationMs > ticketLimits.voiceMaxMs) {
    throw new AppError('voice_too_long', { minutes: ticketLimits.voiceMaxMs / minute });
  }
  return durationMs;
}

/** Returns the audio type of a recording. Recorders of sound use containers that videos have as well. */
function soundOf(mimeType: string): string {
  const sound = audioTypeOfContainer[mimeType] ?? mimeType;
  if (!sound.startsWith('audio/')) throw new AppError('file_type_not_allowed');
  return sound;
}
