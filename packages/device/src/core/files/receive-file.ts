import { deviceContentUrl } from '@fairwatch/contract';
import type { FileServer } from './open-file.ts';
import { sleep } from '../retry/sleep.ts';
import { refusalOf, retryDelaysMs, worthRetrying } from './upload-refused.ts';

export interface WantedFile {
  sha256: string;
  size: number;
  /** Takes the next bytes, in their order. */
  write(bytes: Uint8Array): Promise<void>;
}

/** Downloads a file that a command names; a broken download is resumed. */
export type FetchFile = (commandId: number, wanted: WantedFile, signal: AbortSignal) => Promise<void>;

export function createFetcher(server: FileServer): FetchFile {
  return (commandId, wanted, signal) =>
    fetchResumable(server, deviceContentUrl(commandId, wanted.sha256), wanted, signal);
}

/** Downloads a known number of bytes with the device's token; a broken download is resumed. */
export async function fetchResumable(
  { serverUrl, token }: FileServer,
  path: string,
  { sha256, size, write }: WantedFile,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(path, serverUrl);
  let received = 0;

  /** Sends one request from the current offset. Throws final errors, and those of `fetch`, which are retried. */
  async function proceed(): Promise<void> {
    // `if-range` keeps the server from sending the rest of a file that has changed meanwhile.
    const rest = { range: `bytes=${received}-`, 'if-range': `"${sha256}"` };
    const range: Record<string, string> = received === 0 ? {} : rest;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}`, ...range }, signal });
    if (received > 0 && response.status === 200) {
      // The body is not read, since it may be large.
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
    // A request that brought some bytes resets the backoff.
    if (received > before) delays = retryDelaysMs();
    const delayMs = delays.shift();
    if (delayMs === undefined) throw new Error('The file could not be fetched from the server.');
    await sleep(delayMs, signal);
  }
}

/** Reads a stream in a loop, since not every browser can iterate over one. */
async function readBody(body: ReadableStream<Uint8Array>, take: (piece: Uint8Array) => Promise<void>): Promise<void> {
  const reader = body.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) await take(piece.value);
  } catch (error) {
    // The rest is not wanted. Cancelling a broken stream fails, which does not matter.
    await reader.cancel().catch(() => undefined);
    throw error;
  }
}

/** True for what `fetch` throws when the connection breaks or the server is down. All other errors are final. */
function isBroken(error: unknown): boolean {
  return error instanceof TypeError;
}
