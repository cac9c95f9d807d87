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
  nameInFull,
} from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import type { Session } from '../../shared/session.ts';
import { scopeOf } from '../../shared/scope.ts';
import type { Services } from '../../shared/services/services.ts';
import { logRefusal } from '../../shared/audit/read-log.ts';
import { commandPush } from '../../shared/push/push-texts.ts';
import { checkDevice, findRefusal } from '../consent/device-access.ts';
import { queuedStep } from './command-events.ts';

interface CommandRequest<Type extends CommandType> {
  session: Session;
  deviceId: number;
  type: Type;
  params: CommandParams<Type>;
  /** Details for the log that the parameters do not contain, such as the name of a photo. */
  details?: Readonly<AuditDetails>;
  /** The endpoint that requested it, for the log. */
  endpoint: Pick<Endpoint, 'path' | 'device' | 'access'>;
}

/**
 * Queues a command for a device, unless the statement that inserts it finds that the admin may not use the device now. The row is the truth;
 * whoever holds the device's socket is only nudged.
 */
export async function requestCommand<Type extends CommandType>(
  services: Services,
  { session, deviceId, type, params, details, endpoint }: CommandRequest<Type>,
): Promise<Command> {
  const { bus, push, auditLog, commandQueue } = services;
  // The permission comes from the catalogue, because one endpoint can request several types of command.
  if (!can(session, accessToCommand(type))) throw new AppError('not_allowed');
  const { capability, deadlineMs } = commandCatalogue[type];
  const queued = await commandQueue
    .add({
      deviceId,
      commandType: type,
      params,
      capability,
      requestedBy: session.userId,
      subject: endpoint.path,
      details: { ...commandDetails(type, params), ...details },
      deadlineMs,
    })
    .catch((error: unknown) => {
      // The insert may have been committed although the connection failed; then the command must still be delivered.
      bus.publish('commandQueued', { deviceId });
      throw error;
    });
  if ('refused' in queued) {
    if (queued.refused === 'pending') throw new AppError('commands_pending');
    const attempt = { session, endpoint, deviceId, input: params };
    await checkDevice(services, scopeOf(session), attempt);
    const refusal = await findRefusal(services, scopeOf(session), { deviceId, capability, type, params });
    await logRefusal(auditLog, attempt, refusal.code);
    throw refusal;
  }
  bus.publish('changed', { feature: 'commands', deviceId });
  bus.publish('commandQueued', { deviceId });
  bus.publish('commandSteps', { steps: [queuedStep(type)] });
  push.remind(deviceId, () => commandPush({ ...queued.command, requestedBy: nameInFull(session) }));
  return queued.command;
}
