import type { IncomingMessage } from 'node:http';
import { constants } from 'node:http2';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { closeGently } from '../connections/close-sockets.ts';
import { http2Stream } from '../connections/http2-request.ts';

/**
 * Closes the connection after the response to a request whose body is not read. For a body within the limit, Node reads and
 * discards it, and the connection stays usable. A body that is too large, or of unknown length, could go on forever, so it
 * stays unread. Over HTTP/2 only the request ends.
 */
export function leaveBodyUnread({ raw, routeOptions }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || !(mayExceedLimit(raw, routeOptions.bodyLimit) || hasUnknownLength(raw))) return;
  unread.add(raw);
  // A paused stream stops at the end of its buffer. Node discards the rest only of streams that were never read.
  raw.pause();
  const stream = http2Stream(raw);
  if (stream !== null) {
    stream.once('finish', () => stream.close(constants.NGHTTP2_NO_ERROR));
    return;
  }
  raw.read(0);
  reply.header('connection', 'close');
  const { socket } = raw;
  // Node calls this after the last response and would destroy the connection before the client has read the response.
  socket.destroySoon = () => closeGently(socket);
}

/** Requests whose body stays unread. Weak, so that finished requests are collected. */
const unread = new WeakSet<IncomingMessage>();

export function isLeftUnread(raw: IncomingMessage): boolean {
  return unread.has(raw);
}

/** True when the content-length exceeds the limit, or the body is chunked and has no content-length. */
export function mayExceedLimit(raw: IncomingMessage, mostBytes: number): boolean {
  return raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > mostBytes;
}

/** True when the request has a body without a content-length. */
export function hasUnknownLength(raw: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  return encoding !== undefined || (length === undefined && http2Stream(raw)?.endAfterHeaders === false);
}
