import type { ServerResponse } from 'node:http';
import { constants } from 'node:http2';
import { resetConnection } from './connections.ts';
import { http2Stream } from './http2-request.ts';

/** How often a response is checked within its timeout. */
const checksPerTimeout = 4;

/**
 * Aborts a response with a connection reset: the caller sees a failed download, never a short file that unchanged complete, and bytes
 * in the kernel's send buffer are discarded. Over HTTP/2 this aborts all responses of the connection, because they share the
 * buffer.
 */
export function cutResponse(response: ServerResponse): void {
  if (response.socket) resetConnection(response.socket);
  response.destroy();
}

/** Aborts a response that its caller does not read. Over HTTP/2, other responses of a live connection continue. */
export function endStalled(response: ServerResponse, { connection }: { connection: 'active' | 'stalled' }): void {
  const stream = http2Stream(response);
  if (stream === null || connection === 'stalled') cutResponse(response);
  else stream.close(constants.NGHTTP2_CANCEL);
}

/**
 * Calls back once when the caller has read nothing for this long. Progress is measured by the bytes that leave the process, which
 * stop when the caller stops reading. Bytes that the caller sends do not count.
 */
export function onStalled(
  response: ServerResponse,
  timeoutMs: number,
  stalled: (state: Parameters<typeof endStalled>[1]) => void,
): void {
  const bytesOf = countBytes(response);
  let written = -1;
  let unchanged = 0;
  let before = -1;
  const timer = setInterval(() => {
    const now = bytesOf();
    const sent = response.socket?.bytesWritten ?? 0;
    if (now !== written) {
      unchanged = 0;
      before = sent;
    } else unchanged += 1;
    written = now;
    if (unchanged < checksPerTimeout) return;
    clearInterval(timer);
    stalled({ connection: sent === before ? 'stalled' : 'active' });
  }, timeoutMs / checksPerTimeout).unref();
  response.once('close', () => clearInterval(timer));
}

/** Returns a counter of sent bytes: those of the connection over HTTP/1, those of the stream over HTTP/2. */
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
