import {
  accessToCommand,
  can,
  commandCatalogue,
  commandDetails,
  type AuditDetails,
  type Command,
  type CommandParams,
  type CommandType,
  type Endpoint,
} from '@fairwatch/contract';
import { AppError } from '../../app-error.ts';
import type { Session } from '../../http/route.ts';
import { scopeOf } from '../../scope.ts';
import type { Services } from '../../services.ts';
import { logRefusal } from '../audit/read-log.ts';
import { commandPush } from '../../web-push/push-words.ts';
import { queueCommand } from './command-queue.ts';
import { refusalNow } from '../device-access.ts';

interface CommandRequest<Type extends CommandType> {
  session: Session;
  deviceId: number;
  type: Type;
  params: CommandParams<Type>;
  /** What the parameters do not tell about what it is asked to do, such as the name of a photo. */
  details?: Readonly<AuditDetails>;
  /** The call that asked, for the audit. */
  asked: Pick<Endpoint, 'path' | 'device'>;
}

/** Queues a command for a device. The row is the truth; whoever holds the device's socket is only nudged. */
export async function requestCommand<Type extends CommandType>(
  { db, bus, push }: Services,
  { session, deviceId, type, params, details, asked }: CommandRequest<Type>,
): Promise<Command> {
  // By the catalogue, also where one call asks for several kinds of command.
  if (!can(session, accessToCommand(type))) throw new AppError('not_allowed');
  const { capability, deadlineMs } = commandCatalogue[type];
  const queued = await queueCommand(db, {
    deviceId,
    commandType: type,
    params,
    capability,
    requestedBy: session.userId,
    subject: asked.path,
    details: { ...commandDetails(type, params), ...details },
    deadlineMs,
  }).catch((error: unknown) => {
    // It may be in the queue although nobody can say so: then it must not lie there.
    bus.publish('commandQueued', { deviceId });
    throw error;
  });
  if ('refused' in queued) {
    if (queued.refused === 'pending') throw new AppError('commands_pending');
    const refusal = await refusalNow(db, scopeOf(session), { deviceId, capability, type });
    await logRefusal(db, { session, endpoint: asked, deviceId, input: params }, refusal.code);
    throw refusal;
  }
  bus.publish('changed', { feature: 'commands', deviceId });
  bus.publish('commandQueued', { deviceId });
  push.remind(deviceId, commandPush(queued.command));
  return queued.command;
}
