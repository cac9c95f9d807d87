import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse, ServerHttp2Stream } from 'node:http2';

/** The HTTP/2 stream of a request or response; null over HTTP/1. */
export function http2Stream(message: IncomingMessage | ServerResponse): ServerHttp2Stream | null {
  // Fastify's types describe HTTP/1 only.
  const { stream } = message as unknown as Partial<Http2ServerRequest | Http2ServerResponse>;
  return (stream as ServerHttp2Stream | undefined) ?? null;
}
