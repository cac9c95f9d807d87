import type { IncomingMessage } from 'node:http';
import { constants } from 'node:http2';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { closeGently } from './close-gently.ts';
import { http2Stream } from './http2-request.ts';

/**
 * Ends the connection after an answer to a request whose body nobody will read. Node would read it to the end and throw it
 * away, which costs nothing for a body of the usual size and keeps the connection usable. One that is larger than the call
 * may carry, or does not say how large it is, could go on for ever: it stays unread. Over HTTP/2 only the request ends.
 */
export function leaveBodyUnread({ raw, routeOptions }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || !(saysOverlong(raw, routeOptions.bodyLimit) || hidesLength(raw))) return;
  unread.add(raw);
  // A stream that was asked for bytes once stops at its buffer's end; Node throws the rest away only when nobody ever asked.
  raw.pause();
  const stream = http2Stream(raw);
  if (stream !== null) {
    stream.once('finish', () => stream.close(constants.NGHTTP2_NO_ERROR));
    return;
  }
  raw.read(0);
  reply.header('connection', 'close');
  const { socket } = raw;
  // What Node calls when the last answer of a connection is written; by itself it would cut the connection there and then.
  socket.destroySoon = () => closeGently(socket);
}

/** Requests whose body stays unread. */
const unread = new WeakSet<IncomingMessage>();

export function isLeftUnread(raw: IncomingMessage): boolean {
  return unread.has(raw);
}

/** Whether a body says that it is longer than it may be. Over HTTP/1 one that does not say its length could be. */
export function saysOverlong(raw: IncomingMessage, mostBytes: number): boolean {
  return raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > mostBytes;
}

/** Whether a request has a body that does not say how long it is. */
export function hidesLength(raw: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  return encoding !== undefined || (length === undefined && http2Stream(raw)?.endAfterHeaders === false);
}
