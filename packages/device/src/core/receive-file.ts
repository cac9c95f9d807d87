import { deviceContentUrl } from '@fairwatch/contract';
import type { FileServer } from './open-file.ts';
import { sleep } from './sleep.ts';
import { refusalOf, retryDelaysMs, worthRetrying } from './upload-refused.ts';

export interface WantedFile {
  sha256: string;
  size: number;
  /** Takes the next bytes, in their order. */
  write(bytes: Uint8Array): Promise<void>;
}

/** Fetches a file that a command names, byte after byte, going on where a broken connection stopped it. */
export type FetchFile = (commandId: number, wanted: WantedFile, signal: AbortSignal) => Promise<void>;

export function createFetcher(server: FileServer): FetchFile {
  return (commandId, wanted, signal) =>
    fetchResumable(server, deviceContentUrl(commandId, wanted.sha256), wanted, signal);
}

/** Fetches bytes of a known number with the device's token, going on where a broken connection stopped it. */
export async function fetchResumable(
  { serverUrl, token }: FileServer,
  path: string,
  { sha256, size, write }: WantedFile,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(path, serverUrl);
  let received = 0;

  /** One request from where we are. Throws what is no reason to try again, and what `fetch` throws. */
  async function proceed(): Promise<void> {
    // The rest of another file would be of no use.
    const rest = { range: `bytes=${received}-`, 'if-range': `"${sha256}"` };
    const range: Record<string, string> = received === 0 ? {} : rest;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}`, ...range }, signal });
    if (received > 0 && response.status === 200) {
      // Not read: it may be large.
      await response.body?.cancel();
      throw new Error('The file on the server is another one now.');
    }
    const isRest = response.status === (received === 0 ? 200 : 206);
    if (!isRest || !response.body) {
      const body = await response.text();
      if (isRest || !worthRetrying(response.status, body)) throw refusalOf(body);
      return;
    }
    await readBody(response.body, async (piece) => {
      if (received + piece.length > size) throw new Error('The server sent more than it announced.');
      await write(piece);
      received += piece.length;
    });
  }

  let delays = retryDelaysMs();
  while (received < size) {
    const before = received;
    await proceed().catch((error: unknown) => {
      signal.throwIfAborted();
      if (!isBroken(error)) throw error;
    });
    if (received === size) return;
    // A connection that brings some bytes through starts at the first delay again.
    if (received > before) delays = retryDelaysMs();
    const delayMs = delays.shift();
    if (delayMs === undefined) throw new Error('The file could not be fetched from the server.');
    await sleep(delayMs, signal);
  }
}

/** Reads by a loop: not every browser can iterate over a stream. */
async function readBody(body: ReadableStream<Uint8Array>, take: (piece: Uint8Array) => Promise<void>): Promise<void> {
  const reader = body.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) await take(piece.value);
  } catch (error) {
    // The rest is not wanted. Of a stream that broke there is nothing to cancel.
    await reader.cancel().catch(() => undefined);
    throw error;
  }
}

/** What fetch throws when the line is cut or the server is away; all else is somebody's word, or our own disk. */
function isBroken(error: unknown): boolean {
  return error instanceof TypeError;
}
