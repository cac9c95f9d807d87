import {
  beginningText,
  capabilities,
  isWithinHours,
  type Capability,
  type DeviceUse,
  type Endpoint,
  type SharingHours,
} from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import type { Database } from '../database/schema.ts';
import type { Session } from '../http/route.ts';
import type { Scope } from '../scope.ts';
import type { Services } from '../services.ts';
import { appendAudit, type AuditEntry } from './audit/audit.store.ts';
import { findDeviceAccess, type DeviceAccess } from './devices.store.ts';
import { createRecentAudits, type RecentAudits } from './audit/recent-audits.ts';

/** One per database, which is one per server: the check itself is a plain function. */
const recentAudits = new WeakMap<Database, RecentAudits>();

/** Who wants to do what to which device. */
export interface Attempt {
  session: Session;
  endpoint: Pick<Endpoint, 'path' | 'device'>;
  deviceId: number;
}

/**
 * The one gate before a device: it must be assigned to this admin and its person must share what is asked for, now.
 * Reads are written to the device's log here, refusals too; a command is written together with the command.
 */
export async function checkDevice({ db }: Pick<Services, 'db'>, scope: Scope, attempt: Attempt): Promise<void> {
  await judgeDevice(db, attempt, await findDeviceAccess(db, scope, attempt.deviceId));
}

/** The same for a list that read together with its rows what decides whether anybody may see them. */
export async function judgeDevice(db: Database, attempt: Attempt, device: DeviceAccess | undefined): Promise<void> {
  const { session, endpoint, deviceId } = attempt;
  const use = endpoint.device;
  if (use === null) throw new Error(`${endpoint.path} does not say how it uses the device.`);
  if (device === undefined) throw new AppError('device_not_found');
  const refusal = refusalOf(device, use);
  if (refusal === null && use.action === 'COMMAND') return;
  const entry: AuditEntry = {
    deviceId,
    actorId: session.userId,
    actorName: session.username,
    action: refusal === null ? 'READ' : `REFUSED_${use.action}`,
    subject: endpoint.path,
    details: refusal === null ? {} : { reason: refusal.code },
  };
  // Awaited: what cannot be written down is not shown.
  await auditOnce(db, entry);
  if (refusal !== null) throw refusal;
}

/** Writes to a device's log that somebody read of it by a call that is not about this one device. */
export function noteRead(db: Database, session: Session, endpoint: Endpoint, deviceId: number): Promise<void> {
  const { userId: actorId, username: actorName } = session;
  return auditOnce(db, { deviceId, actorId, actorName, action: 'READ', subject: endpoint.path });
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

function auditOnce(db: Database, entry: AuditEntry): Promise<void> {
  const recent = recentAudits.get(db) ?? createRecentAudits();
  recentAudits.set(db, recent);
  const { deviceId, actorId, action, subject } = entry;
  return recent.once(`${deviceId} ${actorId} ${action} ${subject}`, async () => void (await appendAudit(db, entry)));
}
