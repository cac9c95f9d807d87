import { recordReview } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { appendAudit } from '../../core/devices/audit/audit.store.ts';
import { setReviewDay } from '../../core/devices/grounds.store.ts';
import { demandReviewDay } from '../../core/devices/review-day.ts';
import type { Call } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';

/** Records that a device was reviewed and when it is reviewed next, with a line in its log, both or neither. */
export async function review({ db, bus }: Services, { session, scope, input }: Call<typeof recordReview>) {
  const { deviceId, reviewOn } = input;
  demandReviewDay(reviewOn);
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
