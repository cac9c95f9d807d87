import {
  beginningText,
  capabilities,
  capabilityRefusal,
  isWithinHours,
  refusalOf,
  type Capability,
  type CommandType,
  type DeviceUse,
  type Endpoint,
  type SharingHours,
} from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import type { Database } from '../database/schema.ts';
import { scopeOf, type Scope } from '../scope.ts';
import type { Services } from '../services.ts';
import { logRefusal, type Reading } from './audit/read-log.ts';
import { findDeviceAccess, hasLeft, type DeviceAccess } from './devices.store.ts';
import { approvalMissing } from './policies/ask-approval.ts';
import { readPolicies, type UsePolicies } from './policies/use-policies.ts';

/** Who wants to do what to which device. */
export interface Attempt extends Reading {
  endpoint: Pick<Endpoint, 'path' | 'device' | 'access'>;
}

/** What the gate needs: whoever must agree to something is asked by it. */
type Gatekeeping = Pick<Services, 'db' | 'bus'>;

/**
 * The one gate before a device: it must be assigned to this admin, its person must share what is asked for, now, and what the
 * owner demands before it is used must be there. Refusals are written to the device's log here; a read is written with what was
 * read (`logRead`), a command together with the command.
 */
export async function checkDevice(services: Gatekeeping, scope: Scope, attempt: Attempt): Promise<void> {
  await judgeDevice(services, attempt, await findDeviceAccess(services.db, scope, attempt.deviceId));
}

/** The same for a list that read together with its rows what decides whether anybody may see them. */
export async function judgeDevice(
  services: Gatekeeping,
  attempt: Attempt,
  device: DeviceAccess | undefined,
): Promise<void> {
  const { db } = services;
  const use = attempt.endpoint.device;
  if (use === null) throw new Error(`${attempt.endpoint.path} does not say how it uses the device.`);
  if (device === undefined) {
    const left = await hasLeft(db, scopeOf(attempt.session), attempt.deviceId);
    throw new AppError(left ? 'device_left' : 'device_not_found');
  }
  const refusal =
    refusalToUse(device, use, await readPolicies(db)) ??
    (use.capability === null
      ? null
      : await approvalMissing(services, { ...attempt, ...use, capability: use.capability }, device));
  if (refusal === null) return;
  await logRefusal(db, attempt, refusal.code);
  throw refusal;
}

/** Facts about the device itself, such as its commands, stay visible while its person pauses. */
function refusalToUse(
  device: DeviceAccess | undefined,
  { capability, action }: DeviceUse,
  policies: UsePolicies,
): AppError | null {
  if (!device?.inScope) return new AppError('device_not_found');
  if (capability === null) return null;
  // A message to the person is nothing that is collected of them.
  const collects = action === 'COMMAND' && capability !== 'NOTIFICATIONS';
  return (
    // First: what a client cannot do is not worth asking its person for.
    (collects ? notOffered(capabilityRefusal(device.offers, capability)) : null) ??
    refusalToShare(device, capability) ??
    (collects ? (outsideHours(device.hours) ?? noticeHidden(device)) : null) ??
    reasonMissing(policies, device, capability)
  );
}

/** The refusal while an admin has not said why, where the owner demands it; null otherwise. */
export function reasonMissing(
  policies: UsePolicies,
  { reason }: Pick<DeviceAccess, 'reason'>,
  capability: Capability,
): AppError | null {
  if (reason !== null || policies[capability].reason !== 'REQUIRED') return null;
  return new AppError('reason_required', { capability: capabilities[capability].title });
}

/** The refusal outside of the hours in which a person shares; null within them. What was collected before stays visible. */
export function outsideHours(hours: SharingHours | null, now = new Date()): AppError | null {
  return isWithinHours(hours, now) ? null : new AppError('outside_hours', { time: beginningText(hours, now) });
}

/** The refusal of what the device's client cannot carry out, for this reason; null when it can. */
export function notOffered(reason: string | null): AppError | null {
  return reason === null ? null : new AppError('not_offered', { reason });
}

/** The refusal while the device's note that it is supervised is not shown; null while it is. What was collected stays visible. */
export function noticeHidden({ noticeShown }: Pick<DeviceAccess, 'noticeShown'>): AppError | null {
  return noticeShown === false ? new AppError('notice_not_shown') : null;
}

/** Why a person does not share this now; null when they do. */
export function refusalToShare(
  device: Pick<DeviceAccess, 'held' | 'paused' | 'capabilities'>,
  capability: Capability,
): AppError | null {
  if (device.held) return new AppError('device_held');
  if (device.paused) return new AppError('device_paused');
  if (device.capabilities.includes(capability)) return null;
  return new AppError('consent_missing', { capability: capabilities[capability].title });
}

/**
 * Why a command or a message was not taken although the gate was passed: the person changed their mind in between, or the client
 * offers some commands of the capability and not this one.
 */
export async function refusalNow(
  db: Database,
  scope: Scope,
  { deviceId, capability, type }: { deviceId: number; capability: Capability; type?: CommandType },
): Promise<AppError> {
  const device = await findDeviceAccess(db, scope, deviceId);
  return (
    refusalToUse(device, { capability, action: 'COMMAND' }, await readPolicies(db)) ??
    notOffered(type === undefined ? null : refusalOf(device?.offers ?? null, type)) ??
    new AppError('unavailable')
  );
}
