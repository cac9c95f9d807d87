import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { constants } from 'node:http2';
import type { Socket } from 'node:net';
import { limits, type ErrorCode } from '@fairwatch/contract';
import { fastify, LogController, type ConnectionError, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { Services } from '../services.ts';
import type { KeyPair } from '../tls/key-pair.ts';
import { AppError } from '../app-error.ts';
import { closeGently } from './close-gently.ts';
import { errorParts, jsonType, plainEnvelope } from './envelope.ts';
import { createSendError } from './error-handler.ts';
import { http2Stream } from './http2-request.ts';
import type { Payloads } from './payload.ts';
import { securityHeaders } from './security-headers.ts';
import { createHttpsServer } from './secure-server.ts';
import { saysOverlong } from './unread-body.ts';

/** A request is there as a whole after this time, however slow the connection: 3 MB take 50 s over 0.5 Mbit/s. */
const requestWithinMs = 60_000;
/** Its headers, which are small, or nothing at all, after this. */
const headersWithinMs = 5000;
const checkEveryMs = 1000;

/** How long callers may take, as Node's servers name it. */
export const httpTimeouts = {
  headersTimeout: headersWithinMs,
  requestTimeout: requestWithinMs,
  connectionsCheckingInterval: checkEveryMs,
};

/**
 * An HTTP server without routes yet, with our limits and our way to refuse what is not HTTP. With a certificate and its key it speaks
 * TLS, and HTTP/2 beside HTTP/1.1.
 */
export function createHttpServer(
  { config, log }: Services,
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
    // What Fastify tells at `info` is that it listens, which the banner says better.
    loggerInstance: log.child({}, { level: log.level === 'info' ? 'warn' : log.level }),
    // Requests have their own, quieter lines.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Only a proxy on this machine may say whom it speaks for.
    trustProxy: 'loopback',
    // For what no call declares otherwise: unknown paths and wrong methods.
    bodyLimit: limits.request.publicBytes,
    genReqId: () => randomUUID(),
    requestTimeout: requestWithinMs,
    // How often slow connections are looked for; by itself Node does it twice a minute.
    http: { headersTimeout: headersWithinMs, connectionsCheckingInterval: checkEveryMs },
    // The contract validates and serialises. Without this, Fastify loads its own validators and never uses them.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // While stopping, requests under way are answered as usual.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders(config, request.host));
      return sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket),
  } as FastifyServerOptions) as unknown as FastifyInstance;
  app.setErrorHandler(sendError);
  app.addHook('onSend', async ({ raw }, reply) => {
    // Fastify asks for it after a body that is too large. HTTP/2 knows no such header: there, only the request ends.
    if (http2Stream(raw) !== null) reply.removeHeader('connection');
  });
  app.addHook('onRequest', async ({ method, raw, routeOptions }) => {
    // Nothing reads the body of these, and Fastify leaves it to Node, which reads it to the end.
    if (bodyless.includes(method) && saysOverlong(raw, routeOptions.bodyLimit)) throw new AppError('body_too_large');
    watchBody(raw);
  });
  return app;
}

function noSchemas(): never {
  throw new Error('Routes take their schemas from the contract, not from Fastify.');
}

/**
 * Does for a request over HTTP/2 what Node does for one over HTTP/1: ends it when its body takes too long, and tells whoever
 * reads the body that it was broken off. Without that they would wait for its end for ever.
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

/** What asks for something and says nothing more. */
const bodyless: readonly string[] = ['GET', 'HEAD'];

const connectionErrors: Readonly<Partial<Record<string, ErrorCode>>> = {
  HPE_HEADER_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers bytes that are not an HTTP request, where no route or hook runs. */
function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = new AppError(connectionErrors[error.code] ?? 'malformed_json');
  const { status } = refusal;
  // In plain text whatever the mode: nobody knows which path was meant.
  const body = plainEnvelope(errorParts(refusal));
  closeGently(
    socket,
    `HTTP/1.1 ${status} Refused\r\nContent-Type: ${jsonType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  );
}
