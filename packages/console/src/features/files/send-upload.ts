import { checkExists, clientErrors, limits, uploadChunk, type CdnFile } from '@fairwatch/contract';
import { callForm } from '../../core/api/call-form.ts';
import { ApiError, call } from '../../core/api/client.ts';
import { connectionAgain } from './connection-again.ts';

/** A file on its way to the server, known by its hash. */
export interface Outgoing {
  deviceId: number;
  name: string;
  file: File;
  sha256: string;
}

/** What is told while a file is sent. */
export interface SendReport {
  /** So many bytes are with the server, or on the wire. */
  sent: (bytes: number) => void;
  /** The connection is gone; it is tried again by itself. */
  offline: () => void;
}

/** So often in a row the server may say that it has received something else than we thought. */
const disagreements = 5;
const gatewayTroubles: readonly number[] = [0, 502, 503, 504];

/** Whether an error is one of the connection, which passes, and not a refusal, which stays. */
function isConnectionTrouble(error: unknown): boolean {
  return error instanceof ApiError && gatewayTroubles.includes(error.status);
}

/** Sends what the server does not have yet. A lost connection is waited for; it goes on where it was. */
export async function sendUpload(outgoing: Outgoing, signal: AbortSignal, report: SendReport): Promise<CdnFile> {
  let failures = 0;
  const progress: SendReport['sent'] = (bytes) => {
    failures = 0;
    report.sent(bytes);
  };
  for (;;) {
    try {
      return await sendRest(outgoing, signal, progress);
    } catch (error) {
      if (signal.aborted || !isConnectionTrouble(error)) throw error;
      report.offline();
      failures += 1;
      await connectionAgain(failures, signal);
    }
  }
}

/** Asks how far the upload is, and sends chunk after chunk from there. */
async function sendRest(outgoing: Outgoing, signal: AbortSignal, sent: SendReport['sent']): Promise<CdnFile> {
  const { deviceId, sha256, file } = outgoing;
  let furthest = 0;
  for (let disagreed = 0; ;) {
    const { data: known } = await call(checkExists, { deviceId, sha256, size: file.size }, signal);
    if (known.file !== null) return known.file;
    if (known.received > furthest) disagreed = 0;
    furthest = Math.max(furthest, known.received);
    try {
      return await sendChunks(outgoing, known.received, signal, sent);
    } catch (error) {
      disagreed += 1;
      const disagrees = error instanceof ApiError && error.status === 409 && disagreed < disagreements;
      if (!disagrees) throw error;
    }
  }
}

/**
 * Sends chunk after chunk. Each sets out when the one before has left, not when it is answered: while the server writes
 * and checks one, the next is on its way. Two are under way at most.
 */
async function sendChunks(
  outgoing: Outgoing,
  from: number,
  signal: AbortSignal,
  sent: SendReport['sent'],
): Promise<CdnFile> {
  const { file } = outgoing;
  let most = from;
  const report = (bytes: number) => {
    most = Math.max(most, bytes);
    sent(most);
  };
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  let before: Promise<CdnFile | null> = Promise.resolve(null);
  try {
    for (let offset = from; ; offset += limits.file.chunkBytes) {
      const chunk = await readChunk(file, offset);
      const { left, answer } = sendChunk(outgoing, { offset, chunk }, either, report);
      await before;
      await left;
      before = answer;
      if (offset + chunk.size < file.size) continue;
      const stored = await answer;
      if (stored === null) throw new Error(clientErrors.upload_failed);
      return stored;
    }
  } finally {
    // When one failed, the other has nothing to follow.
    stop.abort();
  }
}

function sendChunk(
  { deviceId, name, sha256, file }: Outgoing,
  { offset, chunk }: { offset: number; chunk: Blob },
  signal: AbortSignal,
  sent: SendReport['sent'],
): { left: Promise<unknown>; answer: Promise<CdnFile | null> } {
  const { promise: left, resolve } = Promise.withResolvers<void>();
  const onProgress = (bytes: number) => {
    sent(offset + Math.min(bytes, chunk.size));
    if (bytes >= chunk.size) resolve();
  };
  const input = { deviceId, name, sha256, size: file.size, offset };
  const answer = callForm(uploadChunk, input, chunk, { signal, onProgress }).then(({ data }) => {
    sent(data.received);
    return data.file;
  });
  answer.then(
    () => resolve(),
    () => resolve(),
  );
  return { left, answer };
}

/** Into memory first: a file that cannot be read any more must not look like a lost connection. */
async function readChunk(file: File, offset: number): Promise<Blob> {
  try {
    return new Blob([await file.slice(offset, offset + limits.file.chunkBytes).arrayBuffer()]);
  } catch {
    throw new Error(clientErrors.file_reading_failed);
  }
}
