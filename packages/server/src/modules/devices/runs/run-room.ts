import { limits } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { storableJson } from '../../../core/storable-text.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { findFullDevices, findOpenWork, lockRequester } from './run-room.store.ts';
import type { RunStep } from './run-steps.ts';

/** What a run adds to what waits. */
export interface RunSize {
  items: number;
  /** The bytes of all parameters and details, counted for each device. */
  bytes: number;
  /** The commands for one device. */
  commandsPerDevice: number;
  deviceIds: readonly number[];
}

/** The size of a run with these steps for each of these devices. */
export function sizeOf(deviceIds: readonly number[], steps: readonly RunStep[]): RunSize {
  const bytes = steps.reduce((sum, { params, details }) => sum + bytesOf(params) + bytesOf(details), 0);
  return {
    items: deviceIds.length * steps.length,
    bytes: deviceIds.length * bytes,
    commandsPerDevice: steps.filter(({ kind }) => kind === 'COMMAND').length,
    deviceIds,
  };
}

const bytesOf = (value: object) => Buffer.byteLength(storableJson(value));
const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
const { waitingItems, maxBytes, openBytes, openItemsPerDevice, openItemsOfDevice } = limits.run;

/**
 * Throws when a run would be too large, or too much of this admin would wait: in all, in bytes, or for one of the devices. Starts of this admin
 * wait for each other until the end of the transaction.
 */
export async function assertRoom(transaction: Database, userId: number, size: RunSize): Promise<void> {
  await lockRequester(transaction, userId);
  const { waiting, bytes } = await findOpenWork(transaction, userId, waitingItems);
  if (waiting + size.items > waitingItems) throw new AppError('too_many_items', { count: waitingItems });
  if (size.bytes > maxBytes || bytes + size.bytes > openBytes) {
    throw new AppError('run_too_large', { most: megabytes(maxBytes), sum: megabytes(openBytes) });
  }
  const full = await findFull(transaction, userId, size);
  if (full.length > 0) throw new AppError('device_full', { devices: full.length, count: openItemsPerDevice });
}

/** Finds the devices of a run for which too much waits. */
export async function findFull(
  db: Database,
  userId: number,
  { deviceIds, commandsPerDevice: adding }: Pick<RunSize, 'deviceIds' | 'commandsPerDevice'>,
): Promise<number[]> {
  if (adding === 0) return [];
  const most = { perAdmin: openItemsPerDevice, inAll: openItemsOfDevice };
  return await findFullDevices(db, { userId, deviceIds, adding }, most);
}
