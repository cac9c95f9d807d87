import {
  callRecordingHistory,
  callState,
  captures,
  can,
  accessToCommand,
  limits,
  liveCamera,
  liveCameraHistory,
  recordCall,
  recordVoice,
  voiceHistory,
  type CaptureKind,
  type CommandType,
  type Endpoint,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { contentLinkRoute } from '../../files/content/content-links.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { appendAudit } from '../../../shared/audit/audit.store.ts';
import { listCommands } from '../../commands/commands.store.ts';
import { requestCommand } from '../../commands/commands.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Session } from '../../../shared/session.ts';
import type { Services } from '../../../shared/services/services.ts';
import { deleteCapture, findCallState, listCaptures } from './captures.store.ts';

/** The commands of each history: that of videos has the live views too. */
const historyTypes = { PHOTO: ['CAPTURE_PHOTO'], VIDEO: ['CAPTURE_VIDEO', 'LIVE_VIEW'] } as const;

/** The calls that request captures, and list and delete stored ones. */
export function capturesRoutes(services: Services): Route[] {
  const { db } = services;
  return [
    handle(liveCamera, ({ session, input: { deviceId, mode, camera, seconds } }) => {
      const request = { session, deviceId, endpoint: liveCamera };
      if (mode === 'PHOTO') return requestCommand(services, { ...request, type: 'CAPTURE_PHOTO', params: { camera } });
      const params = { camera, seconds: allowedSeconds(seconds) };
      return requestCommand(services, { ...request, type: 'CAPTURE_VIDEO', params });
    }),
    handle(liveCameraHistory, ({ session, scope, input: { mode, ...input } }) => {
      const wanted = (['PHOTO', 'VIDEO'] as const).filter((kind) => mode === undefined || mode === kind);
      const open = wanted.flatMap((kind) => historyTypes[kind]).filter((type) => canRead(session, type));
      if (open.length === 0) throw new AppError('not_allowed');
      return listCommands(db, scope, { ...input, commandType: open });
    }),
    handle(recordVoice, ({ session, input: { deviceId, seconds } }) => {
      const params = { seconds: allowedSeconds(seconds) };
      return requestCommand(services, { session, deviceId, type: 'CAPTURE_VOICE', params, endpoint: recordVoice });
    }),
    handle(voiceHistory, ({ scope, input }) => listCommands(db, scope, { ...input, commandType: 'CAPTURE_VOICE' })),
    handle(callState, async ({ scope, input }) => ({ inCall: await findCallState(db, scope, input.deviceId) })),
    handle(recordCall, async ({ session, scope, input: { deviceId, seconds } }) => {
      const params = { seconds: allowedSeconds(seconds) };
      // An offline device, or one that does not report calls, decides when it gets the command.
      if ((await findCallState(db, scope, deviceId)) === false) throw await refuseWithoutCall(db, session, deviceId);
      return requestCommand(services, { session, deviceId, type: 'RECORD_CALL', params, endpoint: recordCall });
    }),
    handle(callRecordingHistory, ({ scope, input }) =>
      listCommands(db, scope, { ...input, commandType: 'RECORD_CALL' }),
    ),
    ...Object.values(captures).flatMap((calls) => keptRoutes(services, calls)),
  ];
}

/** Logs the refused command in the device's log, like any other refusal. */
async function refuseWithoutCall(db: Database, { userId, username }: Session, deviceId: number): Promise<AppError> {
  const entry = { deviceId, actorId: userId, actorName: username, subject: recordCall.path } as const;
  await appendAudit(db, { ...entry, action: 'REFUSED_COMMAND', details: { reason: 'no_call' } });
  return new AppError('no_call');
}

type CaptureCalls = (typeof captures)[CaptureKind];

function keptRoutes(services: Services, { kind, list, remove, ticket }: CaptureCalls): Route[] {
  const { db, bus } = services;
  return [
    handle(list, ({ scope, input }) => listCaptures(db, scope, kind, input)),
    handle(remove, async ({ session, scope, input }) => {
      const { deviceId } = input;
      await db.transaction().execute(async (transaction) => {
        const object = await deleteCapture(transaction, scope, kind, input);
        if (object === undefined) throw new AppError('file_not_found');
        await appendAudit(transaction, { ...entryOf(session, deviceId, remove), details: { object } });
      });
      bus.publish('changed', { feature: 'captures', deviceId });
      return null;
    }),
    contentLinkRoute(services, ticket),
  ];
}

function entryOf({ userId, username }: Session, deviceId: number, { path }: Pick<Endpoint, 'path'>) {
  return { deviceId, actorId: userId, actorName: username, action: 'DELETE', subject: path } as const;
}

function canRead(session: Session, type: CommandType): boolean {
  const { permission } = accessToCommand(type).access;
  return can(session, { access: { permission, level: 'READ_ONLY' } });
}

/** Throws with its own message when the length is missing or out of range. */
function allowedSeconds(seconds: number | undefined): number {
  const { minSeconds, maxSeconds } = limits.recording;
  if (seconds === undefined || seconds < minSeconds || seconds > maxSeconds) throw new AppError('recording_duration');
  return seconds;
}
