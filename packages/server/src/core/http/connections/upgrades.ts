import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { closeGently } from './close-sockets.ts';

/** A WebSocket endpoint, which takes over connections of its path. */
export interface UpgradeEndpoint {
  path: string;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void> | void;
}

type UpgradeHandler = UpgradeEndpoint['handleUpgrade'];

/** Routes each upgrade request to the endpoint of its path. Answers 404 for other paths and for paths not served at the called host. */
export function onUpgrade(
  server: Server,
  handlers: Readonly<Record<string, UpgradeHandler>>,
  isServed: (request: IncomingMessage, path: string) => boolean = () => true,
): void {
  const byPath = new Map(Object.entries(handlers));
  server.on('upgrade', (request, socket, head) => {
    const path = URL.parse(request.url ?? '', 'http://localhost')?.pathname ?? '';
    const handler = byPath.get(path);
    if (handler === undefined || !isServed(request, path)) refuseUpgrade(socket, 404);
    else handler(request, socket, head);
  });
}

/** Answers with a status and closes the connection. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  closeGently(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
