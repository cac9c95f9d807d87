import type { ServerResponse } from 'node:http';

/** How often a response is looked at within the time that it may stand still. */
const looksPerTimeout = 4;

/**
 * Breaks a response off: the caller sees a failed download, never a short file that looks complete. What the system has not
 * sent yet is thrown away, which closing the connection would not do.
 */
export function cutResponse(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
  response.destroy();
}

/**
 * Calls back once when the caller has taken nothing for this long. Bytes leave us only as fast as they are taken, so a caller
 * who stops reading stops them; what the caller sends meanwhile does not count.
 */
export function onStalled(response: ServerResponse, timeoutMs: number, stalled: () => void): void {
  let written = -1;
  let looks = 0;
  const timer = setInterval(() => {
    const now = response.socket?.bytesWritten ?? 0;
    looks = now === written ? looks + 1 : 0;
    written = now;
    if (looks < looksPerTimeout) return;
    clearInterval(timer);
    stalled();
  }, timeoutMs / looksPerTimeout).unref();
  response.once('close', () => clearInterval(timer));
}
