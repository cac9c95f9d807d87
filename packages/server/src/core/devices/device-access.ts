import {
  beginningText,
  capabilities,
  isWithinHours,
  type Capability,
  type DeviceUse,
  type SharingHours,
} from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import type { Database } from '../database/schema.ts';
import type { Scope } from '../scope.ts';
import type { Services } from '../services.ts';
import { logRefusal, type Reading } from './audit/read-log.ts';
import { findDeviceAccess, type DeviceAccess } from './devices.store.ts';

/** Who wants to do what to which device. */
export type Attempt = Reading;

/**
 * The one gate before a device: it must be assigned to this admin and its person must share what is asked for, now. Refusals are
 * written to the device's log here; a read is written with what was read (`logRead`), a command together with the command.
 */
export async function checkDevice({ db }: Pick<Services, 'db'>, scope: Scope, attempt: Attempt): Promise<void> {
  await judgeDevice(db, attempt, await findDeviceAccess(db, scope, attempt.deviceId));
}

/** The same for a list that read together with its rows what decides whether anybody may see them. */
export async function judgeDevice(db: Database, attempt: Attempt, device: DeviceAccess | undefined): Promise<void> {
  const use = attempt.endpoint.device;
  if (use === null) throw new Error(`${attempt.endpoint.path} does not say how it uses the device.`);
  if (device === undefined) throw new AppError('device_not_found');
  const refusal = refusalOf(device, use);
  if (refusal === null) return;
  await logRefusal(db, attempt, refusal.code);
  throw refusal;
}

/** Facts about the device itself, such as its commands, stay visible while its person pauses. */
function refusalOf(device: DeviceAccess | undefined, { capability, action }: DeviceUse): AppError | null {
  if (!device?.inScope) return new AppError('device_not_found');
  if (capability === null) return null;
  // A message to the person is nothing that is collected of them.
  const collects = action === 'COMMAND' && capability !== 'NOTIFICATIONS';
  return refusalToShare(device, capability) ?? (collects ? outsideHours(device.hours) : null);
}

/** The refusal outside of the hours in which a person shares; null within them. What was collected before stays visible. */
export function outsideHours(hours: SharingHours | null, now = new Date()): AppError | null {
  return isWithinHours(hours, now) ? null : new AppError('outside_hours', { time: beginningText(hours, now) });
}

/** Why a person does not share this now; null when they do. */
export function refusalToShare(device: Omit<DeviceAccess, 'inScope'>, capability: Capability): AppError | null {
  if (device.held) return new AppError('device_held');
  if (device.paused) return new AppError('device_paused');
  if (device.capabilities.includes(capability)) return null;
  return new AppError('consent_missing', { capability: capabilities[capability].title });
}

/** Why a command was not taken although the gate was passed: the person changed their mind in between. */
export async function refusalNow(db: Database, scope: Scope, deviceId: number, capability: Capability) {
  const device = await findDeviceAccess(db, scope, deviceId);
  return refusalOf(device, { capability, action: 'COMMAND' }) ?? new AppError('unavailable');
}
