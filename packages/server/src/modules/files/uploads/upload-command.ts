import { commandCatalogue, fileKinds, type Capability } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { hiddenNoticeError, outsideHoursError, notSharedError } from '../../consent/device-access.ts';
import { findUploadCommand, type UploadCommand } from './uploads.store.ts';

interface CommandOfDevice {
  deviceId: number;
  commandId: number;
}

/** A command for which files may be uploaded now, and their capability. */
export interface OpenCommand extends Pick<UploadCommand, 'commandType' | 'params'>, CommandOfDevice {
  capability: Capability;
}

/**
 * Checks that a device may upload files: they belong to an open command of this device, and its person shares the capability
 * now. `lock` keeps the person's decision from changing until the transaction ends.
 */
export async function checkUploadCommand(
  db: Database,
  { deviceId, commandId }: CommandOfDevice,
  how: { lock?: boolean } = {},
): Promise<OpenCommand> {
  const command = await findUploadCommand(db, { deviceId, commandId }, how);
  if (!command) throw new AppError('command_not_found');
  if (!command.open) throw new AppError('command_ended');
  const { commandType, params } = command;
  const { capability } = commandCatalogue[commandType];
  const refusal = notSharedError(command, capability) ?? outsideHoursError(command.hours) ?? hiddenNoticeError(command);
  if (refusal !== null) throw refusal;
  if (fileKinds[capability] === undefined) throw new AppError('file_type_not_allowed');
  return { deviceId, commandId, commandType, params, capability };
}
