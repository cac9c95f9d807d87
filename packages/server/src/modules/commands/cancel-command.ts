import { accessToCommand, can, cancelCommand, type Command } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { cancelledStep } from './command-events.ts';
import type { CommandRef } from './commands.store.ts';
import type { Session } from '../../shared/session.ts';
import type { Scope } from '../../shared/scope.ts';
import type { Services } from '../../shared/services/services.ts';
import { findCommandType, markCancelled } from './cancel-command.store.ts';

/** Cancels an open command. Requires the same permission as requesting it. */
export async function cancelCommandByAdmin(
  { db, bus }: Services,
  session: Session,
  scope: Scope,
  { commandId, deviceId }: CommandRef,
): Promise<Command> {
  const commandType = await findCommandType(db, scope, { commandId, deviceId });
  if (!commandType) throw new AppError('command_not_found');
  if (!can(session, accessToCommand(commandType))) throw new AppError('not_allowed');
  const command = await markCancelled(db, {
    commandId,
    deviceId,
    by: { id: session.userId, name: session.username },
    subject: cancelCommand.path,
    reason: `Cancelled by ${session.username}.`,
  });
  if (!command) throw new AppError('command_ended');
  bus.publish('changed', { feature: 'commands', deviceId });
  bus.publish('commandCancelled', { deviceId, commandId });
  bus.publish('commandSteps', { steps: [cancelledStep(commandType)] });
  return command;
}
