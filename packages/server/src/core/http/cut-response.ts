import type { ServerResponse } from 'node:http';
import { constants } from 'node:http2';
import { resetConnection } from './connections.ts';
import { http2Stream } from './http2-request.ts';

/** How often a response is looked at within the time that it may stand still. */
const looksPerTimeout = 4;

/**
 * Breaks a response off: the caller sees a failed download, never a short file that looks complete. What the system has not
 * sent yet is thrown away, which closing the connection would not do. Over HTTP/2 this ends whatever else goes over the connection:
 * the bytes of all answers lie in the same buffers.
 */
export function cutResponse(response: ServerResponse): void {
  if (response.socket) resetConnection(response.socket);
  response.destroy();
}

/** Ends a response that its caller does not read. Over HTTP/2, the others of the connection go on as long as they are read. */
export function endStalled(response: ServerResponse, { connection }: { connection: 'moves' | 'stands still' }): void {
  const stream = http2Stream(response);
  if (stream === null || connection === 'stands still') cutResponse(response);
  else stream.close(constants.NGHTTP2_CANCEL);
}

/**
 * Calls back once when the caller has taken nothing for this long. Bytes leave us only as fast as they are taken, so a caller
 * who stops reading stops them; what the caller sends meanwhile does not count.
 */
export function onStalled(
  response: ServerResponse,
  timeoutMs: number,
  stalled: (state: Parameters<typeof endStalled>[1]) => void,
): void {
  const bytesOf = countBytes(response);
  let written = -1;
  let looks = 0;
  let before = -1;
  const timer = setInterval(() => {
    const now = bytesOf();
    const sent = response.socket?.bytesWritten ?? 0;
    if (now !== written) {
      looks = 0;
      before = sent;
    } else looks += 1;
    written = now;
    if (looks < looksPerTimeout) return;
    clearInterval(timer);
    stalled({ connection: sent === before ? 'stands still' : 'moves' });
  }, timeoutMs / looksPerTimeout).unref();
  response.once('close', () => clearInterval(timer));
}

/** How many bytes of a response have left so far: over HTTP/1 those of its connection, over HTTP/2 those that were written of it. */
function countBytes(response: ServerResponse): () => number {
  const stream = http2Stream(response);
  if (stream === null) return () => response.socket?.bytesWritten ?? 0;
  let bytes = 0;
  const write = response.write.bind(response) as (chunk: Buffer | string, ...more: unknown[]) => boolean;
  response.write = (chunk: Buffer | string, ...more: unknown[]) => {
    bytes += Buffer.byteLength(chunk);
    return write(chunk, ...more);
  };
  return () => bytes;
}
