import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import type { RequestListener } from 'node:http';
import type { KeyPair } from '../tls/key-pair.ts';
import { rememberConnections } from './connections.ts';

/** How long callers may take, as Node's servers name it. */
interface Timeouts {
  headersTimeout: number;
  requestTimeout: number;
  connectionsCheckingInterval: number;
}

/** A connection over which nothing was said for this long is closed, once its last answer is out. */
const idleMs = 72_000;

/** How many requests one connection may have open. Browsers keep the others until one is answered. */
const maxConcurrentStreams = 100;

/** As Node bounds them for HTTP/1. */
const maxHeaderListSize = 16 * 1024;

export interface SecureServer extends Http2SecureServer {
  closeAllConnections(): void;
}

/** A server that speaks HTTP/2, and HTTP/1.1 with those who do not, which WebSockets need. The limits are the same for both. */
export function createHttpsServer(pair: KeyPair, timeouts: Timeouts, handler: RequestListener): SecureServer {
  const options = {
    ...pair,
    allowHTTP1: true,
    handshakeTimeout: 2 * timeouts.headersTimeout,
    unknownProtocolTimeout: timeouts.headersTimeout,
    settings: { maxConcurrentStreams, maxHeaderListSize },
    // For HTTP/1.1, which Node's types do not know here.
    ...timeouts,
    keepAliveTimeout: idleMs,
  };
  const server = createSecureServer(options, handler as never);
  server.on('session', (session) => limitSession(session, timeouts.headersTimeout));
  return Object.assign(server, { closeAllConnections: rememberConnections(server) });
}

/** Ends a connection whose first request does not come in time, and one over which nothing more comes. */
function limitSession(session: ServerHttp2Session, firstWithinMs: number): void {
  const waiting = setTimeout(() => session.destroy(), firstWithinMs).unref();
  session.once('stream', () => clearTimeout(waiting));
  session.once('close', () => clearTimeout(waiting));
  session.setTimeout(idleMs, () => session.close());
}

/** Makes a server use another certificate from the next connection on. Those that are open go on. */
export function setKeyPair(server: unknown, pair: KeyPair): void {
  (server as Http2SecureServer).setSecureContext(pair);
}
