import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { limits, type ErrorCode } from '@fairwatch/contract';
import { fastify, LogController, type ConnectionError, type FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { AppError } from '../app-error.ts';
import { errorParts, jsonType, plainEnvelope } from './envelope.ts';
import { createSendError } from './error-handler.ts';
import type { Payloads } from './payload.ts';
import { securityHeaders } from './security-headers.ts';

/** An HTTP server without routes yet, with our limits and our way to refuse what is not HTTP. */
export function createHttpServer({ config, log }: Services, payloads: Payloads): FastifyInstance {
  const sendError = createSendError(payloads);
  const app = fastify({
    // What Fastify tells at `info` is that it listens, which the banner says better.
    loggerInstance: log.child({}, { level: log.level === 'info' ? 'warn' : log.level }),
    // Requests have their own, quieter lines.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Only a proxy on this machine may say whom it speaks for.
    trustProxy: 'loopback',
    bodyLimit: limits.request.maxBytes,
    genReqId: () => randomUUID(),
    requestTimeout: 60_000,
    // While stopping, requests under way are answered as usual.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders(config, request.host));
      return sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket),
  }) as unknown as FastifyInstance;
  app.setErrorHandler(sendError);
  return app;
}

/** Answers bytes that are not an HTTP request, where no route or hook runs. */
function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code: ErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'body_too_large' : 'malformed_json';
  const refusal = new AppError(code);
  const { status } = refusal;
  // In plain text whatever the mode: nobody knows which path was meant.
  const body = plainEnvelope(errorParts(refusal));
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nContent-Type: ${jsonType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  );
}
