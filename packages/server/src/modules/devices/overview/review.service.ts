import { recordReview } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { appendAudit } from '../../../shared/audit/audit.store.ts';
import { setReviewDay } from '../../../shared/device-state/grounds.store.ts';
import { checkReviewDay } from './review-day.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';

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
