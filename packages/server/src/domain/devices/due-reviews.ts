import { consoleLink } from '@fairwatch/contract';
import { notify } from '../notifications/notify.ts';
import type { Services } from '../services/services.ts';
import { findDueReviews, markReviewNotified } from './grounds.store.ts';

const reviewsPerRun = 100;

/**
 * Notifies admins of devices that are due for review, once for each due day. Call it once a minute. The mark is written
 * after the notification: a server that dies in between notifies twice rather than never.
 */
export async function notifyDueReviews({ db, bus }: Pick<Services, 'db' | 'bus'>): Promise<void> {
  for (const due of await findDueReviews(db, reviewsPerRun)) {
    const { deviceId, deviceName, username, reviewOn } = due;
    await notify(
      { db, bus },
      {
        kind: 'REVIEW_DUE',
        to: { adminsOfDevice: deviceId },
        title: `The review of ${deviceName} is due`,
        message: `Is it still needed to supervise the device of ${username}? The review was set for ${reviewOn}.`,
        link: consoleLink('/device/overview/$deviceId', { deviceId }),
        deviceId,
      },
    );
    await markReviewNotified(db, due);
  }
}
