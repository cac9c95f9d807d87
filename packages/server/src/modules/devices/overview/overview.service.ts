import type { Activity, OutputOf, overview } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findDisclosures } from '../../../shared/device-state/devices.store.ts';
import type { DisclosureRefusal } from '../../../shared/disclosure/disclosure-sql.ts';
import { findGround } from '../../../shared/device-state/grounds.store.ts';
import type { ActivitySource } from '../../../shared/device-rows/recent-activity.ts';
import type { Scope } from '../../../shared/scope.ts';
import { findAccount } from './overview.store.ts';

const latestOfEach = 4;

/** Refusals that are the person's own decision, which the overview shows. */
const notSharedNow: readonly (DisclosureRefusal | undefined)[] = ['device_held', 'device_paused', 'consent_missing'];

/**
 * Reads the overview of a device. Data that the admin may not read elsewhere is left out here too. Of a capability that the person
 * does not share now, only that fact is shown.
 */
export async function readOverview(
  { db }: Pick<Services, 'db'>,
  scope: Scope,
  deviceId: number,
  sources: readonly ActivitySource[],
): Promise<OutputOf<typeof overview>> {
  const [account, disclosures, ground] = await Promise.all([
    findAccount(db, scope, deviceId),
    findDisclosures(db, scope, deviceId),
    findGround(db, scope, deviceId),
  ]);
  if (!account || !ground) throw new AppError('device_not_found');
  const activity = sources.flatMap((source) => {
    const refusal = disclosures.get(source.capability);
    const isWithheld = refusal !== null && !notSharedNow.includes(refusal);
    return isWithheld ? [] : [readActivity(db, deviceId, source, refusal === null)];
  });
  return { account, ground, activity: await Promise.all(activity) };
}

async function readActivity(
  db: Database,
  deviceId: number,
  source: ActivitySource,
  shared: boolean,
): Promise<Activity> {
  const { kind, permission, capability } = source;
  const rows = shared ? await source.read(db, deviceId, latestOfEach) : { total: 0, latest: [] };
  return { kind, permission, capability, shared, ...rows };
}
