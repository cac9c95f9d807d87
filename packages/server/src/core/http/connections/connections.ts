import type { Server, Socket } from 'node:net';

/** The addresses and ports that identify a TCP connection. */
type Ends = Partial<Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>>;

/**
 * The TCP socket under each TLS socket. Node does not expose it, and only a TCP socket can send a reset.
 */
const below = new Map<string, Socket>();

/** Tracks the TCP connections of a TLS server. Returns the function that destroys all of them. */
export function rememberConnections(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket);
    open.add(socket);
    below.set(key, socket);
    socket.once('close', () => {
      open.delete(socket);
      if (below.get(key) === socket) below.delete(key);
    });
  });
  return () => {
    for (const socket of open) socket.destroy();
  };
}

/** Resets a connection (RST), which discards bytes in the kernel's send buffer. Closing it would still send them. */
export function resetConnection(socket: Socket & { encrypted?: boolean }): void {
  const tcp = socket.encrypted ? below.get(keyOf(socket)) : socket;
  if (tcp === undefined) socket.destroy();
  else tcp.resetAndDestroy();
}

function keyOf({ localAddress, localPort, remoteAddress, remotePort }: Ends): string {
  return [localAddress, localPort, remoteAddress, remotePort].join(' ');
}
