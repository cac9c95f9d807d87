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
  for (let disagreed = 0; ;) {
    const known = await calls.ask(signal);
    if (known.stored !== null) return known.stored;
    try {
      return await sendChunks(file, calls, known.received, signal, sent);
    } catch (error) {
      disagreed += 1;
      const disagrees = error instanceof ApiError && error.code === 'upload_received' && disagreed < disagreements;
      if (!disagrees) throw error;
    }
  }
}

async function sendChunks<Stored>(
  file: File,
  calls: PieceCalls<Stored>,
  from: number,
  signal: AbortSignal,
  sent: SendReport['sent'],
): Promise<Stored> {
  for (let offset = from; ;) {
    const chunk = await readChunk(file, offset);
    const { received, stored } = await calls.send(offset, chunk, {
      signal,
      onProgress: (bytes) => sent(offset + Math.min(bytes, chunk.size)),
    });
    sent(received);
    if (stored !== null) return stored;
    offset = received;
  }
}

/** Into memory first: a file that cannot be read any more must not look like a lost connection. */
async function readChunk(file: File, offset: number): Promise<Blob> {
  try {
    return new Blob([await file.slice(offset, offset + limits.file.chunkBytes).arrayBuffer()]);
  } catch {
    throw new Error(clientErrors.file_reading_failed);
  }
}
