import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse, ServerHttp2Stream } from 'node:http2';

/** The stream of a request or an answer that travels over HTTP/2; null over HTTP/1, where each has the connection to itself. */
export function http2Stream(message: IncomingMessage | ServerResponse): ServerHttp2Stream | null {
  // Fastify's types know HTTP/1 alone.
  const { stream } = message as unknown as Partial<Http2ServerRequest | Http2ServerResponse>;
  return (stream as ServerHttp2Stream | undefined) ?? null;
}
