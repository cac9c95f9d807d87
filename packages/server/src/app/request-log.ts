import type { FastifyInstance } from 'fastify';
import type { Log } from '../core/log.ts';
import type { CoreLogEvent } from '../core/log-events.ts';

/** Logs one line per response, for debugging. `createLog` redacts tokens in URLs. Otherwise no hook is added, since each costs every request. */
export function logRequests(app: FastifyInstance): void {
  if (app.log.level !== 'debug' && app.log.level !== 'trace') return;
  app.addHook('onResponse', async (request, reply) => {
    const log: Log<CoreLogEvent> = request.log;
    log.debug(
      {
        event: 'http.answered',
        method: request.method,
        url: request.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
      },
      'Answered a request',
    );
  });
}
