import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { closeGently } from './close-gently.ts';

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
    if (handler === undefined) refuseUpgrade(socket, 404);
    else handler(request, socket, head);
  });
}

/** Answers with a status and hangs up. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  closeGently(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
