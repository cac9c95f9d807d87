import { type Activity, type OutputOf, type overview, recordReview } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findDisclosures } from '../../../shared/device-state/devices.store.ts';
import type { DisclosureRefusal } from '../../../shared/disclosure/disclosure-sql.ts';
import { findGround, setReviewDay } from '../../../shared/device-state/grounds.store.ts';
import type { ActivitySource } from '../../../shared/device-rows/recent-activity.ts';
import type { Scope } from '../../../shared/scope.ts';
import { findAccount } from './overview.store.ts';
import { appendAudit } from '../../../shared/audit/audit.store.ts';
import { checkReviewDay } from './review-day.ts';
import type { Call } from '../../../shared/routes/route.ts';

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

/** Records a review of a device and the date of the next one, and logs it, in one transaction. */
export async function recordDeviceReview({ db, bus }: Services, { session, scope, input }: Call<typeof recordReview>) {
  const { deviceId, reviewOn } = input;
  checkReviewDay(reviewOn);
  await db.transaction().execute(async (transaction) => {
    const changed = await setReviewDay(transaction, scope, deviceId, reviewOn);
    if (!changed) throw new AppError('device_not_found');
    await appendAudit(transaction, {
      deviceId,
      actorId: session.userId,
      actorName: session.username,
      action: 'REVIEW',
      subject: recordReview.path,
      details: { ...(changed.before !== null && { from: changed.before }), to: reviewOn },
    });
  });
  bus.publish('changed', { feature: 'reviews', deviceId });
  return { reviewOn };
}
