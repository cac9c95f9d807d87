import { limits, liveLocation, startLiveLocation, stopLiveLocation } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { requestCommand } from '../../commands/commands.ts';
import { endLiveLocation, publishLiveEnds } from './live-sessions.ts';
import { countRunning, findSession, readTrail } from './live-sessions.store.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';

/** The calls that start, follow and stop the live location of a device. */
export function liveLocationRoutes(services: Services): Route[] {
  const { db } = services;
  return [
    handle(startLiveLocation, async ({ session, input: { deviceId, minutes } }) => {
      const running = await countRunning(db, deviceId);
      if (running.here) throw new AppError('live_running');
      if (running.all >= limits.liveLocation.atOnce) throw new AppError('too_many_live');
      const request = { session, deviceId, endpoint: startLiveLocation };
      return await requestCommand(services, { ...request, type: 'LIVE_LOCATION', params: { minutes } });
    }),
    handle(stopLiveLocation, async ({ session, input: { deviceId } }) => {
      const { userId, username } = session;
      const ended = await db
        .transaction()
        .execute((transaction) =>
          endLiveLocation(transaction, deviceId, { end: 'STOPPED_BY_ADMIN', by: { userId, username } }),
        );
      const [stopped] = ended;
      if (stopped === undefined) throw new AppError('live_not_found');
      publishLiveEnds(services, ended);
      const { startedById: _, seconds: __, ...shown } = stopped;
      return shown;
    }),
    handle(liveLocation, async ({ scope, input: { deviceId } }) => {
      const session = await findSession(db, scope, deviceId);
      return { session, trail: session === null ? [] : await readTrail(db, scope, session) };
    }),
  ];
}
