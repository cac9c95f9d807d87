import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** A part of the server that takes over connections, such as a WebSocket endpoint. */
export interface UpgradeEndpoint {
  path: string;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void> | void;
}

type UpgradeHandler = UpgradeEndpoint['handleUpgrade'];

/** Hands each upgrade to the handler of its path; any other path is answered with 404. */
export function onUpgrade(server: Server, handlers: Readonly<Record<string, UpgradeHandler>>): void {
  const byPath = new Map(Object.entries(handlers));
  server.on('upgrade', (request, socket, head) => {
    const handler = byPath.get(URL.parse(request.url ?? '', 'http://localhost')?.pathname ?? '');
    if (handler !== undefined) {
      handler(request, socket, head);
      return;
    }
    // Without a listener, a caller who is gone already would bring the process down.
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
}
