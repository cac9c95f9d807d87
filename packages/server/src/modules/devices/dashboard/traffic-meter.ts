import type { Server, Socket } from 'node:net';

export interface Traffic {
  received: number;
  sent: number;
}

export interface TrafficMeter {
  /** Adds a server whose connections are counted: requests, responses and sockets alike. */
  watch(server: Server): void;
  /** The bytes so far, over all servers. */
  total(): Traffic;
}

/** Counts the bytes on the wire, including those of TLS. */
export function createTrafficMeter(): TrafficMeter {
  const open = new Set<Socket>();
  const ended: Traffic = { received: 0, sent: 0 };
  // The handler is shared by all connections, which are its `this`: there may be ten thousand.
  function onClose(this: Socket): void {
    open.delete(this);
    ended.received += this.bytesRead;
    ended.sent += this.bytesWritten;
  }
  return {
    watch(server) {
      server.on('connection', (socket: Socket) => {
        open.add(socket);
        socket.on('close', onClose);
      });
    },
    total() {
      const total = { ...ended };
      for (const { bytesRead, bytesWritten } of open) {
        total.received += bytesRead;
        total.sent += bytesWritten;
      }
      return total;
    },
  };
}
