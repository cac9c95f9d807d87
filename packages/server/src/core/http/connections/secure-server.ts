import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import type { RequestListener } from 'node:http';
import type { KeyPair } from '../../tls/key-pair.ts';
import { rememberConnections } from './connections.ts';

/** Timeouts by the names of Node's HTTP server options. */
interface Timeouts {
  headersTimeout: number;
  requestTimeout: number;
  connectionsCheckingInterval: number;
}

/** An idle connection is closed after this time, once its last response is sent. */
const idleMs = 72_000;

/** The maximum of concurrent requests per connection. Browsers queue the others. */
const maxConcurrentStreams = 100;

/** The maximum size of request headers in bytes: Node's default for HTTP/1. */
const maxHeaderListSize = 16 * 1024;

export interface SecureServer extends Http2SecureServer {
  closeAllConnections(): void;
}

/** Creates a TLS server for HTTP/2 and HTTP/1.1, which WebSockets need. Both have the same limits. */
export function createHttpsServer(pair: KeyPair, timeouts: Timeouts, handler: RequestListener): SecureServer {
  const options = {
    ...pair,
    allowHTTP1: true,
    handshakeTimeout: 2 * timeouts.headersTimeout,
    unknownProtocolTimeout: timeouts.headersTimeout,
    settings: { maxConcurrentStreams, maxHeaderListSize },
    // The options of HTTP/1.1 are missing in Node's types of this server.
    ...timeouts,
    keepAliveTimeout: idleMs,
  };
  const server = createSecureServer(options, handler as never);
  server.on('session', (session) => limitSession(session, timeouts.headersTimeout));
  return Object.assign(server, { closeAllConnections: rememberConnections(server) });
}

/** Closes an HTTP/2 connection without a first request in time, and one that becomes idle. */
function limitSession(session: ServerHttp2Session, firstWithinMs: number): void {
  const waiting = setTimeout(() => session.destroy(), firstWithinMs).unref();
  session.once('stream', () => clearTimeout(waiting));
  session.once('close', () => clearTimeout(waiting));
  session.setTimeout(idleMs, () => session.close());
}

/** Replaces the certificate for new connections. Open connections stay. */
export function setKeyPair(server: unknown, pair: KeyPair): void {
  (server as Http2SecureServer).setSecureContext(pair);
}
