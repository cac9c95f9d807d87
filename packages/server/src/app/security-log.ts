import type { FastifyInstance } from 'fastify';
import { AppError } from '../core/app-error.ts';
import type { Log } from '../core/log.ts';
import type { CoreLogEvent } from '../core/log-events.ts';
import { callerAddress } from '../core/http/connections/caller-address.ts';
import type { ProxyConfig } from '../core/http/connections/trusted-proxies.ts';
import { createLogLineLimit } from '../core/http/log-line-limit.ts';

/**
 * Logs refused sign-ins, unauthorized calls and exceeded rate limits, so that an owner can detect an attack and block its address.
 * Accounts and devices are logged by id; input is not logged.
 */
export function logRefusals(app: FastifyInstance, proxies: ProxyConfig): void {
  const appLog: Log<CoreLogEvent> = app.log;
  // Limited, so that a flood of refusals cannot fill the disk.
  const budget = createLogLineLimit((leftOut) =>
    appLog.warn({ event: 'security.refusals_left_out', leftOut }, 'Further refusals were not logged'),
  );
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof AppError) || ![401, 403, 429].includes(error.status)) return;
    // A request without a token is no attack: pages that are opened before sign-in send one.
    if (error.code === 'authentication_required' && request.headers.authorization === undefined) return;
    if (!budget.spend(Date.now())) return;
    const log: Log<CoreLogEvent> = request.log;
    log.warn(
      {
        event: 'security.refused',
        code: error.code,
        path: request.url.split('?', 1)[0],
        address: callerAddress(request.raw, proxies),
        userId: request.session?.userId,
        deviceId: request.device?.deviceId,
      },
      'A call was refused',
    );
  });
}
