import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { closeGently } from './close-gently.ts';

/**
 * Ends the connection after an answer to a request whose body nobody will read. Node would read it to the end and throw it
 * away, which costs nothing for a body of the usual size and keeps the connection usable. One that is larger than the call
 * may carry, or does not say how large it is, could go on for ever: it stays unread.
 */
export function leaveBodyUnread({ raw, headers, routeOptions }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || !isOverlong(headers, routeOptions.bodyLimit)) return;
  reply.header('connection', 'close');
  const { socket } = raw;
  // A stream that was asked for bytes once stops at its buffer's end; Node throws the rest away only when nobody ever asked.
  raw.pause();
  raw.read(0);
  // What Node calls when the last answer of a connection is written; by itself it would cut the connection there and then.
  socket.destroySoon = () => closeGently(socket);
}

/** Whether a body is longer than it may be, or could be. */
export function isOverlong(headers: IncomingHttpHeaders, mostBytes: number): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > mostBytes;
}
