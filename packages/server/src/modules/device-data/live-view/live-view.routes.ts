import {
  accessToCommand,
  can,
  limits,
  liveView,
  liveViewSinceNotice,
  refusalOf,
  startLiveView,
  stopLiveView,
  takeStill,
  watchLiveView,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { createToken } from '../../../core/http/bearer-token.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import { scopeOf } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';
import { requestCommand } from '../../commands/commands.ts';
import { checkDevice, notOfferedError } from '../../consent/device-access.ts';
import { addPass, listViewers } from './live-viewers.store.ts';
import { endLiveView, publishLiveViewEnds } from './live-views.ts';
import { findLiveView, findReadiness, type Readiness } from './live-views.store.ts';

/** The calls that start, watch and stop the live view of a device, and keep a picture of it. */
export function liveViewRoutes(services: Services): Route[] {
  const { db } = services;
  return [
    handle(startLiveView, async ({ session, scope, input: { deviceId, ...params } }) => {
      const refusal = refusalToStart(await findReadiness(db, scope, deviceId));
      if (refusal !== null) throw refusal;
      if (params.sound) await checkSound(services, session, deviceId);
      return await requestCommand(services, { session, deviceId, endpoint: startLiveView, type: 'LIVE_VIEW', params });
    }),
    handle(liveView, async ({ scope, input: { deviceId } }) => {
      const session = await findLiveView(db, scope, deviceId);
      const isRunning = session?.endedAt === null;
      return {
        session,
        viewers: isRunning ? await listViewers(db, scope, session.id) : [],
        refusal: refusalToStart(await findReadiness(db, scope, deviceId))?.message ?? null,
      };
    }),
    handle(watchLiveView, async ({ session, input: { deviceId, sessionId } }) => {
      const { token: pass, tokenHash: passHash } = createToken();
      const given = await addPass(db, session, { sessionId, deviceId, passHash });
      if ('refused' in given) throw new AppError(given.refused);
      return { pass, expiresAt: given.expiresAt.toISOString() };
    }),
    handle(stopLiveView, async ({ session, input: { deviceId } }) => {
      const { userId, username } = session;
      const ended = await db
        .transaction()
        .execute((transaction) =>
          endLiveView(transaction, deviceId, { end: 'STOPPED_BY_ADMIN', by: { userId, username } }),
        );
      const [stopped] = ended;
      if (stopped === undefined) throw new AppError('live_view_not_found');
      publishLiveViewEnds(services, ended);
      const { startedById: _, seconds: __, ...shown } = stopped;
      return shown;
    }),
    handle(takeStill, async ({ session, scope, input: { deviceId, camera } }) => {
      const running = await findLiveView(db, scope, deviceId);
      if (running?.endedAt !== null) throw new AppError('live_view_not_found');
      const params = { camera: camera ?? running.camera, liveView: running.id };
      return await requestCommand(services, { session, deviceId, endpoint: takeStill, type: 'CAPTURE_PHOTO', params });
    }),
  ];
}

/** Returns why a live view of a device cannot be asked for now, whoever asks; null when it can. */
function refusalToStart(device: Readiness | undefined): AppError | null {
  if (device === undefined) return new AppError('device_not_found');
  const { offers, isOnline, readNotice, isRunning, running } = device;
  // What the person or the client would have to change comes first.
  const notOffered = notOfferedError(refusalOf(offers, 'LIVE_VIEW'));
  if (notOffered !== null) return notOffered;
  if (readNotice < liveViewSinceNotice) return new AppError('notice_not_read');
  if (!isOnline) return new AppError('device_offline');
  if (isRunning) return new AppError('live_view_running');
  return running >= limits.liveView.atOnce ? new AppError('too_many_live_views') : null;
}

/** Throws unless the admin may also record sound with the microphone of this device. */
async function checkSound(services: Services, session: Session, deviceId: number): Promise<void> {
  const { access } = accessToCommand('CAPTURE_VOICE');
  if (!can(session, { access })) throw new AppError('not_allowed');
  const endpoint = {
    path: startLiveView.path,
    access,
    device: { capability: 'MICROPHONE', action: 'COMMAND' },
  } as const;
  await checkDevice(services, scopeOf(session), { session, deviceId, endpoint, input: {} });
}
