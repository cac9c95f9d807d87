import { notify } from '../notifications/notify.ts';
import type { Services } from '../services.ts';
import { findDueReviews, noteReviewTold } from './grounds.store.ts';

const reviewsPerRun = 100;

/**
 * Tells admins which of their devices are due for review, once for each due day. To be called once a minute. The note comes
 * after the notification: a server that ends in between tells twice rather than never.
 */
export async function tellDueReviews({ db, bus }: Pick<Services, 'db' | 'bus'>): Promise<void> {
  for (const due of await findDueReviews(db, reviewsPerRun)) {
    const { deviceId, deviceName, username, reviewOn } = due;
    await notify(
      { db, bus },
      {
        kind: 'REVIEW_DUE',
        to: { adminsOfDevice: deviceId },
        title: `The review of ${deviceName} is due`,
        message: `Is it still needed to supervise the device of ${username}? The review was set for ${reviewOn}.`,
        link: `/device/overview/${deviceId}`,
        deviceId,
      },
    );
    await noteReviewTold(db, due);
  }
}
