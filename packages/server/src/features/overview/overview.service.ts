import { can, type Activity, type OutputOf, type overview } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import type { Database } from '../../domain/schema/schema.ts';
import type { Services } from '../../domain/services/services.ts';
import { missingReasonError } from '../../domain/access/device-access.ts';
import { findDeviceAccess, type DeviceAccess } from '../../domain/devices/devices.store.ts';
import { findGround } from '../../domain/devices/grounds.store.ts';
import { isApproved } from '../../domain/consent/policies/approvals.ts';
import type { ActivitySource } from '../../domain/rows/recent-activity.ts';
import type { Session } from '../../domain/session.ts';
import type { Scope } from '../../domain/scope.ts';
import { findAccount } from './overview.store.ts';

const latestOfEach = 4;

/**
 * Reads the overview of a device. Data that the admin may not read elsewhere is left out here too. Of a capability that the person
 * does not share now, only that fact is shown.
 */
export async function readOverview(
  { db, policies: cache }: Pick<Services, 'db' | 'policies'>,
  session: Session,
  scope: Scope,
  deviceId: number,
  sources: readonly ActivitySource[],
): Promise<OutputOf<typeof overview>> {
  const [account, device, ground] = await Promise.all([
    findAccount(db, scope, deviceId),
    findDeviceAccess(db, scope, deviceId),
    findGround(db, scope, deviceId),
  ]);
  if (!account || !ground || !device?.inScope) throw new AppError('device_not_found');
  const policies = await cache.read();
  const readable = sources.filter(
    ({ permission, capability }) =>
      can(session, { access: { permission, level: 'READ_ONLY' } }) &&
      missingReasonError(policies, device, capability) === null &&
      (!policies[capability].approval || isApproved(device, { capability, action: 'READ' })),
  );
  const activity = await Promise.all(readable.map((source) => readActivity(db, deviceId, device, source)));
  return { account, ground, activity };
}

async function readActivity(
  db: Database,
  deviceId: number,
  { capabilities, paused }: DeviceAccess,
  source: ActivitySource,
): Promise<Activity> {
  const { kind, permission, capability } = source;
  const shared = !paused && capabilities.includes(capability);
  const rows = shared ? await source.read(db, deviceId, latestOfEach) : { total: 0, latest: [] };
  return { kind, permission, capability, shared, ...rows };
}
