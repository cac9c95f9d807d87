import { limits } from '@fairwatch/contract';
import { clientErrorText } from '../api/error-text.ts';
import { ApiError } from '../api/api-error.ts';
import { waitForRetry } from './backoff.ts';

/** Callbacks while a file is sent. */
export interface SendReport {
  /** The number of bytes that are stored on the server or in flight. */
  sent: (bytes: number) => void;
  /** The connection is lost and will be retried. */
  offline: () => void;
}

/** The state of an upload on the server. */
interface UploadState<Stored> {
  /** The number of bytes that the server has. */
  received: number;
  /** The stored file once it is complete. */
  stored: Stored | null;
}

/** The two calls of an upload. */
export interface PieceCalls<Stored> {
  ask(signal: AbortSignal): Promise<UploadState<Stored>>;
  send(
    offset: number,
    chunk: Blob,
    options: { signal: AbortSignal; onProgress: (bytes: number) => void },
  ): Promise<UploadState<Stored>>;
}

/** How many offset mismatches in a row are tolerated before the upload fails. */
const maxMismatches = 5;
const connectionErrorStatuses: readonly number[] = [0, 502, 503, 504];

/** True for an error of the connection, which can be retried, as opposed to a refusal. */
function isConnectionError(error: unknown): boolean {
  return error instanceof ApiError && connectionErrorStatuses.includes(error.status);
}

/** Sends what the server does not have yet. It retries after a lost connection and resumes at the stored offset. */
export async function sendPieces<Stored>(
  file: File,
  calls: PieceCalls<Stored>,
  signal: AbortSignal,
  report: SendReport,
): Promise<Stored> {
  let failures = 0;
  const progress: SendReport['sent'] = (bytes) => {
    failures = 0;
    report.sent(bytes);
  };
  for (;;) {
    try {
      return await sendRest(file, calls, signal, progress);
    } catch (error) {
      if (signal.aborted || !isConnectionError(error)) throw error;
      report.offline();
      failures += 1;
      await waitForRetry(failures, signal);
    }
  }
}

/** Reads the offset of the upload and sends chunks from there. */
async function sendRest<Stored>(
  file: File,
  calls: PieceCalls<Stored>,
  signal: AbortSignal,
  sent: SendReport['sent'],
): Promise<Stored> {
  let highestOffset = 0;
  for (let mismatches = 0; ;) {
    const state = await calls.ask(signal);
    if (state.stored !== null) return state.stored;
    if (state.received > highestOffset) mismatches = 0;
    highestOffset = Math.max(highestOffset, state.received);
    try {
      return await sendChunks(file, calls, state.received, signal, sent);
    } catch (error) {
      mismatches += 1;
      const isMismatch = error instanceof ApiError && error.code === 'upload_received' && mismatches < maxMismatches;
      if (!isMismatch) throw error;
    }
  }
}

/**
 * Sends all chunks in order. A chunk is sent as soon as the one before has left the browser, not when it is answered, so that the
 * server can store one while the next is in flight. At most two are pending.
 */
async function sendChunks<Stored>(
  file: File,
  calls: PieceCalls<Stored>,
  from: number,
  signal: AbortSignal,
  sent: SendReport['sent'],
): Promise<Stored> {
  let highest = from;
  const report = (bytes: number) => {
    highest = Math.max(highest, bytes);
    sent(highest);
  };
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  let previous: Promise<Stored | null> = Promise.resolve(null);
  try {
    for (let offset = from; ; offset += limits.file.chunkBytes) {
      const chunk = await readChunk(file, offset);
      const { left, answer } = sendChunk(calls, { offset, chunk }, either, report);
      await previous;
      await left;
      previous = answer;
      if (offset + chunk.size < file.size) continue;
      const stored = await answer;
      if (stored === null) throw new Error(clientErrorText('upload_failed'));
      return stored;
    }
  } finally {
    // After a failed chunk the next one is obsolete.
    stop.abort();
  }
}

function sendChunk<Stored>(
  calls: PieceCalls<Stored>,
  { offset, chunk }: { offset: number; chunk: Blob },
  signal: AbortSignal,
  sent: SendReport['sent'],
): { left: Promise<unknown>; answer: Promise<Stored | null> } {
  const { promise: left, resolve } = Promise.withResolvers<void>();
  const onProgress = (bytes: number) => {
    sent(offset + Math.min(bytes, chunk.size));
    if (bytes >= chunk.size) resolve();
  };
  const answer = calls.send(offset, chunk, { signal, onProgress }).then(({ received, stored }) => {
    sent(received);
    return stored;
  });
  answer.then(
    () => resolve(),
    () => resolve(),
  );
  return { left, answer };
}

/** Reads a chunk into memory first, so that a file that cannot be read does not look like a lost connection. */
async function readChunk(file: File, offset: number): Promise<Blob> {
  try {
    return new Blob([await file.slice(offset, offset + limits.file.chunkBytes).arrayBuffer()]);
  } catch {
    throw new Error(clientErrorText('file_reading_failed'));
  }
}
