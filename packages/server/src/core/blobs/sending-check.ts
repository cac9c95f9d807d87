import { commandCatalogue, fileKinds, type Capability } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import type { Database } from '../database/schema.ts';
import { refusalToShare } from '../devices/device-access.ts';
import { findSendingCommand } from './uploads.store.ts';

interface Sending {
  deviceId: number;
  commandId: number;
}

/**
 * The one gate before files of a device: they belong to an open command of this very device, and its person shares what
 * the command asks for, now. Gives back the capability that they come under.
 */
export async function checkSending(db: Database, sending: Sending, how: { hold?: boolean } = {}): Promise<Capability> {
  const command = await findSendingCommand(db, sending, how);
  if (!command) throw new AppError('command_not_found');
  if (!command.open) throw new AppError('command_ended');
  const { capability } = commandCatalogue[command.commandType];
  const refusal = refusalToShare(command, capability);
  if (refusal !== null) throw refusal;
  if (fileKinds[capability] === undefined) throw new AppError('file_type_not_allowed');
  return capability;
}
