import {
  beginningText,
  capabilities,
  capabilityRefusal,
  hasList,
  isWithinHours,
  refusalOf,
  type Capability,
  type CommandType,
  type DeviceUse,
  type Endpoint,
  type SharingHours,
} from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { scopeOf, type Scope } from '../../shared/scope.ts';
import type { Services, UsePolicies } from '../../shared/services/services.ts';
import { logRefusal, type Reading } from '../../shared/audit/read-log.ts';
import type { DisclosureRefusal } from '../../shared/disclosure/disclosure-sql.ts';
import { findDeviceAccess, hasLeft, type DeviceAccess } from '../../shared/device-state/devices.store.ts';
import { requireApproval } from './policies/approvals.ts';

/** The admin, the endpoint and the device of one request, as `checkDevice` needs them. */
export interface Attempt extends Reading {
  endpoint: Pick<Endpoint, 'path' | 'device' | 'access'>;
  /** True when a console reads again by itself what its session was shown before. Such a read is no act of a person when it is refused. */
  isRefetch?: boolean;
}

/** `bus` is needed because the check itself asks other admins for an approval that is missing. */
type CheckServices = Pick<Services, 'db' | 'bus' | 'auditLog'>;

/**
 * Checks that an admin may use a device now: it is assigned to them, its person shares the capability, and the reason and
 * approval that the owner's policies demand exist. Throws the refusal, after writing it to the device's log; that of a refetch is not
 * written, and asks no second admin. An allowed read
 * is logged with what was read (`logRead`), a command together with its row.
 */
export async function checkDevice(services: CheckServices, scope: Scope, attempt: Attempt): Promise<void> {
  await checkDeviceAccess(
    services,
    attempt,
    await findDeviceAccess(services.db, scope, attempt.deviceId, useOf(attempt.endpoint)),
  );
}

/** Like `checkDevice`, for a query that has already read the device's access together with its rows. */
export async function checkDeviceAccess(
  services: CheckServices,
  attempt: Attempt,
  device: DeviceAccess | undefined,
): Promise<void> {
  const { db, auditLog } = services;
  const use = useOf(attempt.endpoint);
  if (device === undefined) {
    const left = await hasLeft(db, scopeOf(attempt.session), attempt.deviceId);
    throw new AppError(left ? 'device_left' : 'device_not_found');
  }
  const found = refusalToUse(device, use);
  if (attempt.isRefetch && found !== null) throw found;
  const refusal = await asked(services, attempt, device, found);
  if (refusal === null) return;
  await logRefusal(auditLog, attempt, refusal.code);
  throw refusal;
}

function useOf({ path, device }: Attempt['endpoint']): DeviceUse {
  if (device === null) throw new Error(`${path} does not say how it uses the device.`);
  return device;
}

/** Asks a second admin where only their agreement is missing, and returns the refusal that says so. */
async function asked(
  services: CheckServices,
  attempt: Attempt,
  device: DeviceAccess,
  refusal: AppError | null,
): Promise<AppError | null> {
  const { capability, action } = useOf(attempt.endpoint);
  if (refusal?.code !== 'approval_missing' || capability === null) return refusal;
  return await requireApproval(services, { ...attempt, capability, action }, device);
}

/**
 * Returns the refusal of a use, for which the access was read; null when it is allowed. Uses without a capability, such as listing a
 * device's commands, are allowed while its person pauses.
 */
export function refusalToUse(device: DeviceAccess | undefined, { capability, action }: DeviceUse): AppError | null {
  if (!device?.inScope) return new AppError('device_not_found');
  if (capability === null) return null;
  // Before all else, since neither the person nor another app could change it.
  if (device.refusal === 'kind_not_used') return kindNotUsedError(capability);
  // This comes first, so that nobody asks the person to share what their client cannot do anyway.
  const collects = action === 'COMMAND' && capability !== 'NOTIFICATIONS';
  return (
    (collects ? notOfferedError(capabilityRefusal(device.offers, capability)) : null) ??
    (device.refusal === null ? null : disclosureError(device.refusal, { capability, hours: device.hours }))
  );
}

/** Returns a refusal of the disclosure policy as an error with its words. */
function disclosureError(
  refusal: DisclosureRefusal,
  { capability, hours }: { capability: Capability; hours: SharingHours | null },
): AppError {
  const { title } = capabilities[capability];
  if (refusal === 'approval_needed') return new AppError('approval_missing', { capability: title });
  if (refusal === 'outside_hours') return new AppError('outside_hours', { time: beginningText(hours, new Date()) });
  return new AppError(refusal, { capability: title });
}

/** Returns the refusal of a kind of data that this installation does not use. */
export function kindNotUsedError(capability: Capability): AppError {
  return new AppError('kind_not_used', { capability: capabilities[capability].title });
}

/** Throws for the first of these kinds that this installation does not use. */
export async function requireUsedKinds({ face }: Pick<Services, 'face'>, kinds: readonly Capability[]): Promise<void> {
  const { usedKinds } = await face.read();
  const unused = kinds.find((kind) => !usedKinds.includes(kind));
  if (unused !== undefined) throw kindNotUsedError(unused);
}

/** Returns the refusal for an admin who has given no reason where the policy requires one; null otherwise. */
export function missingReasonError(
  policies: UsePolicies,
  { reason }: Pick<DeviceAccess, 'reason'>,
  capability: Capability,
): AppError | null {
  if (reason !== null || policies[capability].reason !== 'REQUIRED') return null;
  return new AppError('reason_required', { capability: capabilities[capability].title });
}

/**
 * Returns the refusal outside the person's sharing hours; null within them. It concerns collecting only: what was collected
 * before stays readable.
 */
export function outsideHoursError(hours: SharingHours | null, now = new Date()): AppError | null {
  return isWithinHours(hours, now) ? null : new AppError('outside_hours', { time: beginningText(hours, now) });
}

/**
 * Returns the refusal of a command that the device's client cannot carry out; null when `reason` is null, which means that
 * it can.
 */
export function notOfferedError(reason: string | null): AppError | null {
  return reason === null ? null : new AppError('not_offered', { reason });
}

/**
 * Returns the refusal while the device does not show its notice of supervision; null while it does. It concerns collecting
 * only.
 */
export function hiddenNoticeError({ noticeShown }: { noticeShown: boolean | null }): AppError | null {
  return noticeShown === false ? new AppError('notice_not_shown') : null;
}

/** Returns the refusal while the person does not share this capability; null when they do. */
export function notSharedError(
  device: Pick<DeviceAccess, 'quarantined' | 'paused' | 'capabilities'>,
  capability: Capability,
): AppError | null {
  if (device.quarantined) return new AppError('device_held');
  if (device.paused) return new AppError('device_paused');
  if (device.capabilities.includes(capability)) return null;
  return new AppError('consent_missing', { capability: capabilities[capability].title });
}

/** A command or a message that was refused; `type` and `params` are those of a command. */
interface RefusedUse {
  deviceId: number;
  capability: Capability;
  type?: CommandType;
  params?: Readonly<Record<string, unknown>>;
}

/**
 * Finds why a command or a message was refused although `checkDevice` allowed it: the person changed their consent in
 * between, or the client offers other commands of the capability than this one.
 */
export async function findRefusal(
  { db }: Pick<Services, 'db'>,
  scope: Scope,
  { deviceId, capability, type, params }: RefusedUse,
): Promise<AppError> {
  const use = { capability, action: 'COMMAND' } as const;
  const device = await findDeviceAccess(db, scope, deviceId, use);
  return (
    refusalToUse(device, use) ??
    notOfferedError(type === undefined ? null : refusalOf(device?.offers ?? null, type)) ??
    (params && hasList(params) && device?.offers?.lists !== true ? new AppError('lists_not_offered') : null) ??
    new AppError('unavailable')
  );
}
