import type { Server, Socket } from 'node:net';

/** The parts of a socket that tell one connection from all others. */
type Ends = Partial<Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>>;

/**
 * The TCP connections below those of TLS. Node gives no way from the latter to the former, and only a TCP connection can be reset.
 */
const below = new Map<string, Socket>();

/** Remembers the TCP connections of a server that speaks TLS. Returns the function that cuts all of them. */
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

/** Resets a connection: what the system has not sent yet is thrown away, which closing it would not do. */
export function resetConnection(socket: Socket & { encrypted?: boolean }): void {
  const tcp = socket.encrypted ? below.get(keyOf(socket)) : socket;
  if (tcp === undefined) socket.destroy();
  else tcp.resetAndDestroy();
}

function keyOf({ localAddress, localPort, remoteAddress, remotePort }: Ends): string {
  return [localAddress, localPort, remoteAddress, remotePort].join(' ');
}
