import type { Duplex } from 'node:stream';

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
