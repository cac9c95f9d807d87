import { can, type Activity, type OutputOf, type overview } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import type { Database } from '../../core/database/schema.ts';
import { reasonMissing } from '../../core/devices/device-access.ts';
import { findDeviceAccess, type DeviceAccess } from '../../core/devices/devices.store.ts';
import { findGround } from '../../core/devices/grounds.store.ts';
import { isApproved } from '../../core/devices/policies/ask-approval.ts';
import { readPolicies } from '../../core/devices/policies/use-policies.ts';
import type { ActivitySource } from '../../core/devices/rows/recent-activity.ts';
import type { Session } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';
import { findAccount } from './overview.store.ts';

const latestOfEach = 4;

/**
 * A device at a glance. What the admin may not read elsewhere is left out here too, and of what the person does not share
 * now there is nothing but the fact that it is not shared.
 */
export async function readOverview(
  db: Database,
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
  const policies = await readPolicies(db);
  const readable = sources.filter(
    ({ permission, capability }) =>
      can(session, { access: { permission, level: 'READ_ONLY' } }) &&
      reasonMissing(policies, device, capability) === null &&
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
