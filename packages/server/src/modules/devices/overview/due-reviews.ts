import { consoleLink } from '@fairwatch/contract';
import { publishNotifications, storeNotification } from '../../../shared/notify/notify.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { takeDueReview } from '../../../shared/device-state/grounds.store.ts';

const reviewsPerRun = 100;

/**
 * Notifies admins of devices that are due for review, once for each due day. Call it once a minute; any number of servers may. The mark
 * that says so is stored together with the notification, so that a crash neither loses nor repeats it.
 */
export async function notifyDueReviews({ db, bus }: Pick<Services, 'db' | 'bus'>): Promise<void> {
  for (let done = 0; done < reviewsPerRun; done += 1) {
    const stored = await db.transaction().execute(notifyNext);
    if (stored === null) return;
    publishNotifications(bus, stored);
  }
}

/** Stores the notifications of the next review that is due; null when there is none. */
async function notifyNext(transaction: Database) {
  const due = await takeDueReview(transaction);
  if (due === undefined) return null;
  const { deviceId, deviceName, username, reviewOn } = due;
  return await storeNotification(transaction, {
    kind: 'REVIEW_DUE',
    to: { adminsOfDevice: deviceId },
    title: `The review of ${deviceName} is due`,
    message: `Is it still needed to supervise the device of ${username}? The review was set for ${reviewOn}.`,
    tells: null,
    link: consoleLink('/device/overview/$deviceId', { deviceId }),
    deviceId,
  });
}
