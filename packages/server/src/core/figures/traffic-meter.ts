import type { Server, Socket } from 'node:net';

export interface Traffic {
  received: number;
  sent: number;
}

/** Counts the bytes that go over a server's connections: requests, answers and sockets alike. Gives back how many so far. */
export function meterTraffic(server: Server): () => Traffic {
  const open = new Set<Socket>();
  const ended: Traffic = { received: 0, sent: 0 };
  // Shared by all connections, which are its `this`: there may be ten thousand.
  function onClose(this: Socket): void {
    open.delete(this);
    ended.received += this.bytesRead;
    ended.sent += this.bytesWritten;
  }
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', onClose);
  });
  return () => {
    const total = { ...ended };
    for (const { bytesRead, bytesWritten } of open) {
      total.received += bytesRead;
      total.sent += bytesWritten;
    }
    return total;
  };
}
