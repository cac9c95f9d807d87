import { Readable } from 'node:stream';
import { ticketLimits, type deviceTicketFile, type ParsedInputOf } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import { brokenOff, isTruncated } from '../blobs/sent-bytes.ts';
import { checkSpace } from '../blobs/disk.ts';
import { keepBlob } from '../blobs/keep-blob.ts';
import { soundIn } from '../blobs/mime-types.ts';
import { uploadTypeOfFile } from '../blobs/upload-types.ts';
import { checkQuota, countedStream } from '../devices/daily-quota.ts';
import type { SentFile } from '../http/route.ts';
import type { Services } from '../services.ts';
import {
  announceMessage,
  findEarlier,
  refuseEnded,
  storeMessage,
  type HoldForWriting,
  type Stored,
} from './write-message.ts';

type Form = ParsedInputOf<typeof deviceTicketFile>;

const megabyte = 1024 * 1024;
const minute = 60_000;

/** Writes a message that is a file or a recording: its bytes and its row, both or neither, once however often it is sent. */
export async function attachFile(
  services: Services,
  hold: HoldForWriting,
  { ticketId, clientId, kind, name, text, durationMs, peaks }: Form,
  bytes: SentFile,
  /** The device that sends it, whose quota it counts towards; null when an admin does. */
  fromDevice: number | null = null,
): Promise<Stored> {
  const recording = kind === 'VOICE' ? { durationMs: allowedDuration(durationMs), peaks: peaks ?? [] } : null;
  // Asked before the bytes are read: who sends again, or may not send at all, need not wait for them.
  const { ticket, writer } = await services.db.transaction().execute(hold);
  const earlier = await findEarlier(services.db, { authorId: writer.id, clientId }, ticketId);
  if (earlier) return { message: earlier, ticket, writer, fresh: false };
  refuseEnded(ticket.status);
  await checkSpace(services, ticketLimits.fileMaxBytes);
  const by = fromDevice === null ? `account ${writer.id}` : `device ${fromDevice}`;
  const source = fromDevice === null ? bytes : await counted(services, fromDevice, bytes);
  const typeOf = async (path: string) => {
    if (isTruncated(bytes)) throw new AppError('file_too_large', { size: ticketLimits.fileMaxBytes / megabyte });
    const found = await uploadTypeOfFile(path, name);
    return recording ? soundOf(found) : found;
  };
  const stored = await keepBlob(services, { source, owner: by, sha256: null, typeOf }, (transaction, facts) => {
    const attachment = { ...facts, name, durationMs: recording?.durationMs ?? null, peaks: recording?.peaks ?? null };
    return storeMessage(transaction, hold, { clientId, kind, text, attachment });
  }).catch((error: unknown) => {
    throw brokenOff(error) ? new AppError('upload_interrupted') : error;
  });
  await announceMessage(services, stored);
  return stored;
}

/** Counts what a device sends while it comes, after a look at whether anything of its quota is left. */
async function counted(services: Services, deviceId: number, bytes: SentFile): Promise<Readable> {
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

/** A recorder of sound alone keeps what it heard in a container that films have, too. */
function soundOf(mimeType: string): string {
  const sound = soundIn[mimeType] ?? mimeType;
  if (!sound.startsWith('audio/')) throw new AppError('file_type_not_allowed');
  return sound;
}
