import { lockAccessLog } from '../../../shared/audit/access-log.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { deleteNotificationsAbout } from '../../../shared/notify/notifications.store.ts';
import type { Services } from '../../../shared/services/services.ts';
import { eraseAccessDetails, eraseDetails, eraseNames, findUnerased, lockPersonOf } from './erase-device.store.ts';

/**
 * Takes the locks that erasing needs, in the order that every transaction uses: the access log, the person's account, then
 * the device, which the caller locks next.
 */
export async function lockForErasing(transaction: Database, deviceId: number): Promise<void> {
  await lockAccessLog(transaction);
  await lockPersonOf(transaction, deviceId);
}

const devicesPerRun = 100;

/**
 * Erases what is left of people who left before this version did so at once. It handles a few at a time; call it once a
 * minute.
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
