import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';

const goodbyeWithinMs = 500;

/** Options of a WebSocketServer: a client that does not answer a close frame is terminated after this time instead of 30 s. */
export const promptClose = { closeTimeout: 2000 };

/** Waits briefly for sockets that are closing, then terminates the rest, so that a shutdown cannot hang. */
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
