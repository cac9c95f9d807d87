import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type RequestListener, createServer, type Server } from 'node:http';
import { constants } from 'node:http2';
import type { Socket, AddressInfo } from 'node:net';
import { limits, type ErrorCode } from '@fairwatch/contract';
import { fastify, LogController, type ConnectionError, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { once } from 'node:events';
import type { ServerLog } from '../log.ts';
import type { CoreLogEvent } from '../log-events.ts';
import type { KeyPair } from '../tls/key-pair.ts';
import { LazyLog } from './lazy-log.ts';
import { AppError } from '../app-error.ts';
import { closeGently } from './connections/close-sockets.ts';
import { errorParts, jsonType, plainEnvelope } from './payloads/envelope.ts';
import { isTrustedProxy, type ProxyConfig } from './connections/trusted-proxies.ts';
import { createSendError } from './error-handler.ts';
import { http2Stream } from './connections/http2-request.ts';
import type { Payloads } from './payloads/payload.ts';
import { createHttpsServer } from './connections/secure-server.ts';
import { mayExceedLimit } from './payloads/unread-body.ts';

/** The timeout of a whole request. A body of 3 MB takes 50 s over 0.5 Mbit/s. */
const requestWithinMs = 60_000;
/** The timeout of a request's headers, and of a connection without a request. */
const headersWithinMs = 5000;
const checkEveryMs = 1000;

/** Timeouts by the names of Node's HTTP server options. */
export const httpTimeouts = {
  headersTimeout: headersWithinMs,
  requestTimeout: requestWithinMs,
  connectionsCheckingInterval: checkEveryMs,
};

interface HttpServerParts {
  log: ServerLog<CoreLogEvent>;
  /** Returns the headers of responses that are sent before any hook runs, by the called host. */
  headers: (host: string) => Record<string, string>;
  proxies: ProxyConfig;
}

/**
 * Creates the HTTP server without routes, with its timeouts, size limits and error responses. With a key pair it uses TLS, and
 * supports HTTP/2 beside HTTP/1.1.
 */
export function createHttpServer(
  { log, headers, proxies }: HttpServerParts,
  payloads: Payloads,
  keyPair: KeyPair | null = null,
): FastifyInstance {
  const sendError = createSendError(payloads);
  const secure = keyPair && {
    http2: true as const,
    https: {},
    serverFactory: (handler: RequestListener) => createHttpsServer(keyPair, httpTimeouts, handler),
  };
  const app = fastify({
    ...secure,
    // At `info`, Fastify only logs that it listens, which the banner shows already.
    loggerInstance: log.child({}, { level: log.level === 'info' ? 'warn' : log.level }),
    // Requests are logged by `logRequests`.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Called for each proxy that a request passed, from the nearest one on.
    trustProxy: (address: string) => isTrustedProxy(address, proxies),
    // The limit for unknown paths and methods; each endpoint declares its own.
    bodyLimit: limits.request.publicBytes,
    genReqId: () => randomUUID(),
    childLoggerFactory: (logger, bindings, options) => new LazyLog(logger, bindings, options),
    requestTimeout: requestWithinMs,
    // Node checks for slow connections only twice a minute by default.
    http: { headersTimeout: headersWithinMs, connectionsCheckingInterval: checkEveryMs },
    // The contract validates and serialises. Without this, Fastify loads its own validators and never uses them.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Pending requests are still answered during a shutdown.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers(request.host));
      return sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket),
  } as FastifyServerOptions) as unknown as FastifyInstance;
  app.setErrorHandler(sendError);
  // Hooks of all requests call back: each promise would cost every request a turn of the microtask queue.
  if (secure !== null) {
    app.addHook('onSend', ({ raw }, reply, _payload, done) => {
      // Fastify sets `connection: close` after a body that is too large. HTTP/2 has no such header.
      if (http2Stream(raw) !== null) reply.removeHeader('connection');
      done();
    });
  }
  app.addHook('onRequest', ({ method, raw, routeOptions }, _reply, done) => {
    // Fastify does not apply the body limit to these methods, and Node would read the whole body to discard it.
    if (bodyless.includes(method) && mayExceedLimit(raw, routeOptions.bodyLimit)) {
      done(new AppError('body_too_large'));
      return;
    }
    watchBody(raw);
    done();
  });
  return app;
}

function noSchemas(): never {
  throw new Error('Routes take their schemas from the contract, not from Fastify.');
}

/**
 * Gives an HTTP/2 request what Node provides for HTTP/1 only: a timeout of its body, and an error for the body's reader when the
 * request is aborted. Without it the reader would wait forever.
 */
function watchBody(raw: IncomingMessage): void {
  const stream = http2Stream(raw);
  if (stream === null || stream.endAfterHeaders) return;
  const cut = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), requestWithinMs).unref();
  raw.once('end', () => clearTimeout(cut));
  stream.once('close', () => clearTimeout(cut));
  stream.once('aborted', () => {
    if (raw.listenerCount('error') > 0) raw.destroy(new Error('The request was broken off.'));
  });
}

/** Methods without a body. */
const bodyless: readonly string[] = ['GET', 'HEAD'];

const connectionErrors: Readonly<Partial<Record<string, ErrorCode>>> = {
  HPE_HEADER_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers bytes that are not a valid HTTP request, for which no route or hook runs. */
function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = new AppError(connectionErrors[error.code] ?? 'malformed_json');
  const { status } = refusal;
  // Never encrypted, because the payload mode depends on the path, which is unknown here.
  const body = plainEnvelope(errorParts(refusal));
  closeGently(
    socket,
    `HTTP/1.1 ${status} Refused\r\nContent-Type: ${jsonType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  );
}

export interface LocalListener {
  url: string;
  server: Server;
  /** Resolves once the pending requests are answered. */
  close(): Promise<void>;
}

/**
 * Lets programs on this machine reach a TLS server over plain HTTP, because they may be unable to resolve the name in its
 * certificate. Listens on a free port of the loopback address.
 */
export async function listenLocally(
  server: Pick<Server, 'emit'>,
  options: { headersTimeout: number; requestTimeout: number; connectionsCheckingInterval: number },
): Promise<LocalListener> {
  const local = createServer(options);
  for (const event of ['request', 'upgrade', 'clientError']) {
    local.on(event, (...args: unknown[]) => void server.emit(event, ...args));
  }
  local.listen(0, '127.0.0.1');
  await once(local, 'listening');
  const { port } = local.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    server: local,
    async close() {
      local.close();
      await once(local, 'close');
    },
  };
}
