import { batchedCalls, batchPath, endpoints, limits, shownHeader, type BatchedAnswer } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../core/app-error.ts';
import { bearerToken } from '../core/http/bearer-token.ts';
import { parseInput } from '../core/http/payloads/parse-input.ts';

const paths = new Set(endpoints.filter(({ canWait }) => canWait).map(({ path }) => path));
/** Whom a call comes from; everything else that a request carries is about the request itself. */
const passedOn = ['authorization', 'content-type', 'user-agent', 'x-forwarded-for'] as const;

/**
 * Answers several calls of a console in one request. Each goes through its own route, so its session, access, payload, limits and
 * log lines are those of a call that comes alone.
 */
export function serveBatches(app: FastifyInstance): void {
  const { maxCalls, maxPathLength, maxCallBytes, maxProofLength } = limits.batch;
  app.route({
    method: 'POST',
    url: batchPath,
    config: { access: 'session' },
    // Half as much again: a body is JSON in JSON, whose quotes are escaped.
    bodyLimit: Math.ceil(1.5 * maxCalls * (maxPathLength + maxCallBytes + maxProofLength)),
    onRequest: async ({ headers }, reply) => {
      reply.header('cache-control', 'no-store');
      if (bearerToken(headers.authorization) === null) throw new AppError('authentication_required');
    },
    handler: async ({ body, headers, host, socket }): Promise<BatchedAnswer[]> => {
      const calls = parseInput({ input: batchedCalls }, body);
      if (!calls.every(({ path }) => paths.has(path))) throw new AppError('not_allowed');
      const passed = passedOn.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
      return Promise.all(
        calls.map(async (call) => {
          const proof = call.shown === undefined ? {} : { [shownHeader]: call.shown };
          const {
            statusCode,
            body: answer,
            headers: sent,
          } = await app.inject({
            method: 'POST',
            url: call.path,
            headers: { host, ...Object.fromEntries(passed), ...proof },
            payload: call.body,
            remoteAddress: socket.remoteAddress,
          });
          const shown = sent[shownHeader];
          const answered = { status: statusCode, body: answer };
          return typeof shown === 'string' ? Object.assign(answered, { shown }) : answered;
        }),
      );
    },
  });
}
