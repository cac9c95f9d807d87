import { holdAccess } from '../../access/access-log.store.ts';
import type { Database } from '../../database/schema.ts';
import { deleteNotificationsAbout } from '../../notifications/notifications.store.ts';
import type { Services } from '../../services.ts';
import { eraseAccessDetails, eraseDetails, eraseNames, findUnerased, lockPersonOf } from './erase-device.store.ts';

/**
 * Takes the locks that erasing needs, in the order in which everybody takes them: the access log, the person's account, then
 * the device itself, which the caller locks next.
 */
export async function lockForErasing(transaction: Database, deviceId: number): Promise<void> {
  await holdAccess(transaction);
  await lockPersonOf(transaction, deviceId);
}

const devicesPerRun = 100;

/**
 * Erases what is left of people who left before this version did so by itself. A few at a time: to be called once a minute.
 */
export async function eraseThoseWhoLeft({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  const deviceIds = await findUnerased(db, devicesPerRun);
  for (const deviceId of deviceIds) {
    await db.transaction().execute(async (transaction) => {
      await lockForErasing(transaction, deviceId);
      await deleteNotificationsAbout(transaction, deviceId);
      await eraseNames(transaction, deviceId);
      await eraseAccessDetails(transaction, deviceId);
      await eraseDetails(transaction, deviceId);
    });
  }
  if (deviceIds.length > 0) {
    log.info({ event: 'person.erased', devices: deviceIds.length }, 'Erased what was left of people who left earlier');
  }
}
