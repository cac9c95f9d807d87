import { clientErrors, limits } from '@fairwatch/contract';
import { ApiError } from '../api/api-error.ts';
import { connectionAgain } from './connection-again.ts';

/** What is told while a file is sent. */
export interface SendReport {
  /** So many bytes are with the server, or on the wire. */
  sent: (bytes: number) => void;
  /** The connection is gone; it is tried again by itself. */
  offline: () => void;
}

/** How far a file is with the server, and what became of it once it is whole. */
interface Taken<Stored> {
  received: number;
  stored: Stored | null;
}

/** The two calls that bring a file to its place. */
export interface PieceCalls<Stored> {
  ask(signal: AbortSignal): Promise<Taken<Stored>>;
  send(
    offset: number,
    chunk: Blob,
    options: { signal: AbortSignal; onProgress: (bytes: number) => void },
  ): Promise<Taken<Stored>>;
}

/** So often in a row the server may say that it has received something else than we thought. */
const disagreements = 5;
const gatewayTroubles: readonly number[] = [0, 502, 503, 504];

/** Whether an error is one of the connection, which passes, and not a refusal, which stays. */
function isConnectionTrouble(error: unknown): boolean {
  return error instanceof ApiError && gatewayTroubles.includes(error.status);
}

/** Sends what the server does not have yet. A lost connection is waited for; it goes on where it was. */
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
      if (signal.aborted || !isConnectionTrouble(error)) throw error;
      report.offline();
      failures += 1;
      await connectionAgain(failures, signal);
    }
  }
}

/** Asks how far the upload is, and sends chunk after chunk from there. */
async function sendRest<Stored>(
  file: File,
  calls: PieceCalls<Stored>,
  signal: AbortSignal,
  sent: SendReport['sent'],
): Promise<Stored> {
  let furthest = 0;
  for (let disagreed = 0; ;) {
    const known = await calls.ask(signal);
    if (known.stored !== null) return known.stored;
    if (known.received > furthest) disagreed = 0;
    furthest = Math.max(furthest, known.received);
    try {
      return await sendChunks(file, calls, known.received, signal, sent);
    } catch (error) {
      disagreed += 1;
      const disagrees = error instanceof ApiError && error.code === 'upload_received' && disagreed < disagreements;
      if (!disagrees) throw error;
    }
  }
}

/**
 * Sends chunk after chunk. Each sets out when the one before has left, not when it is answered: while the server writes
 * and checks one, the next is on its way. Two are under way at most.
 */
async function sendChunks<Stored>(
  file: File,
  calls: PieceCalls<Stored>,
  from: number,
  signal: AbortSignal,
  sent: SendReport['sent'],
): Promise<Stored> {
  let most = from;
  const report = (bytes: number) => {
    most = Math.max(most, bytes);
    sent(most);
  };
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  let before: Promise<Stored | null> = Promise.resolve(null);
  try {
    for (let offset = from; ; offset += limits.file.chunkBytes) {
      const chunk = await readChunk(file, offset);
      const { left, answer } = sendChunk(calls, { offset, chunk }, either, report);
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

/** Into memory first: a file that cannot be read any more must not look like a lost connection. */
async function readChunk(file: File, offset: number): Promise<Blob> {
  try {
    return new Blob([await file.slice(offset, offset + limits.file.chunkBytes).arrayBuffer()]);
  } catch {
    throw new Error(clientErrors.file_reading_failed);
  }
}
