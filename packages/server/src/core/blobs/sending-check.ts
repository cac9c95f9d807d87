import { commandCatalogue, fileKinds, type Capability } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import type { Database } from '../database/schema.ts';
import { noticeHidden, outsideHours, refusalToShare } from '../devices/device-access.ts';
import { findSendingCommand, type SendingCommand } from './uploads.store.ts';

interface Sending {
  deviceId: number;
  commandId: number;
}

/** A command that files may travel for now, and the capability that they come under. */
export interface OpenCommand extends Pick<SendingCommand, 'commandType' | 'params'>, Sending {
  capability: Capability;
}

/**
 * The one gate before files of a device: they belong to an open command of this very device, and its person shares what
 * the command asks for, now.
 */
export async function checkSending(
  db: Database,
  { deviceId, commandId }: Sending,
  how: { hold?: boolean } = {},
): Promise<OpenCommand> {
  const command = await findSendingCommand(db, { deviceId, commandId }, how);
  if (!command) throw new AppError('command_not_found');
  if (!command.open) throw new AppError('command_ended');
  const { commandType, params } = command;
  const { capability } = commandCatalogue[commandType];
  const refusal = refusalToShare(command, capability) ?? outsideHours(command.hours) ?? noticeHidden(command);
  if (refusal !== null) throw refusal;
  if (fileKinds[capability] === undefined) throw new AppError('file_type_not_allowed');
  return { deviceId, commandId, commandType, params, capability };
}
