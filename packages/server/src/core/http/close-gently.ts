import type { Duplex } from 'node:stream';

/** So long the other side has to read the last words and to close its side, too. */
const goodbyeMs = 1000;

/**
 * Ends a connection that is refused. To destroy it at once could take the answer away before it is read, since whatever was
 * not read of the request makes the system reset the connection. To wait for the other side to close keeps a descriptor for
 * as long as it likes. So nothing more is read, and after a moment the connection is cut.
 */
export function closeGently(socket: Duplex, lastWords = ''): void {
  // Without a listener, a caller who is gone already would bring the process down.
  socket.on('error', () => socket.destroy());
  socket.pause();
  socket.end(lastWords);
  const cut = setTimeout(() => socket.destroy(), goodbyeMs).unref();
  socket.once('close', () => clearTimeout(cut));
}
