import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { callerAddress } from './caller-address.ts';
import { createLineBudget } from './line-budget.ts';

/**
 * Logs every refused sign-in, every call that was not allowed and every closed limit, so that an owner can see an attack
 * and block its address. Account and device are named by their numbers; what was typed is not logged.
 */
export function logRefusals(app: FastifyInstance): void {
  // A flood of refusals must not fill the disk.
  const budget = createLineBudget((leftOut) =>
    app.log.warn({ event: 'security.refusals_left_out', leftOut }, 'Further refusals were not logged'),
  );
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof AppError) || ![401, 403, 429].includes(error.status)) return;
    // Without a token nobody claimed to be anybody: a page that is opened before signing in does that, too.
    if (error.code === 'authentication_required' && request.headers.authorization === undefined) return;
    if (!budget.spend(Date.now())) return;
    request.log.warn(
      {
        event: 'security.refused',
        code: error.code,
        path: request.url.split('?', 1)[0],
        address: callerAddress(request.raw),
        userId: request.session?.userId,
        deviceId: request.device?.deviceId,
      },
      'A call was refused',
    );
  });
}
