import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { Duplex } from 'node:stream';

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

/** How long the client has to read the response and to close its side. */
const lingerMs = 1000;

/**
 * Closes a refused connection with a short linger. Destroying it at once could lose the response, because unread bytes of the
 * request make the system reset the connection. Waiting for the client would keep the descriptor for as long as the client
 * likes. So nothing more is read, and the socket is destroyed after a moment.
 */
export function closeGently(socket: Duplex, response = ''): void {
  // Without a listener, an error of a client that has already disconnected would end the process.
  socket.on('error', () => socket.destroy());
  socket.pause();
  socket.end(response);
  const cut = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(cut));
}
