import type { FastifyInstance } from 'fastify';

/** One line per answer, for whoever looks for a fault. The log itself takes tokens out of the URL. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug({
      method: request.method,
      url: request.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      address: request.ip,
    });
  });
}
