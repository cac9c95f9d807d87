import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';

const goodbyeWithinMs = 500;

/** For a WebSocketServer: a client that does not answer a close frame is cut off after this time instead of half a minute. */
export const promptClose = { closeTimeout: 2000 };

/** Waits a moment for sockets that were told to close, then cuts the rest off: a stop must not hang on them. */
export async function awaitClosed(clients: ReadonlySet<WebSocket>): Promise<void> {
  const goodbyes = Array.from(clients, (socket) => new Promise((resolve) => socket.once('close', resolve)));
  const impatience = new AbortController();
  await Promise.race([
    Promise.all(goodbyes),
    delay(goodbyeWithinMs, undefined, { signal: impatience.signal }).catch(() => undefined),
  ]);
  impatience.abort();
  for (const socket of clients) socket.terminate();
}
