import { commandTypes, type CommandType } from '@fairwatch/contract';
import { deleteDeviceFiles } from '../../blobs/blobs.store.ts';
import type { Database } from '../../database/schema.ts';
import { deleteNotificationsAbout } from '../../notifications/notifications.store.ts';
import type { Services } from '../../services.ts';
import { deleteTickets } from '../../tickets/tickets.store.ts';
import { deleteArchives } from '../archive/archives.store.ts';
import { appendAudit, type AuditEntry } from '../audit/audit.store.ts';
import { deleteSubscription } from '../../web-push/push-subscriptions.store.ts';
import { deleteUsage } from '../usage.store.ts';
import { withdrawRequests } from './consent-requests.store.ts';
import { insertEnding } from './ended-devices.store.ts';
import { lockForErasing } from './erase-device.ts';
import { eraseAccessDetails, eraseDetails, eraseNames } from './erase-device.store.ts';
import { cancelOpenCommand, holdDevice, setLeft, type PersonsDevice } from './person.store.ts';
import { deletePushNotifications } from './push-notifications.store.ts';
import type { RowTable } from '../rows/row-table.ts';
import { tellChange } from './tell-change.ts';

/** An admin who ends a device, and why. */
export interface EndedByAdmin {
  adminId: number;
  adminName: string;
  reason: string;
}

interface Leaving {
  deviceId: number;
  /** What the log says of it; null when the device is to stay after all, as it stands at this moment. */
  entryOf(device: PersonsDevice, db: Database): AuditEntry | null | Promise<AuditEntry | null>;
  /** Set when it was not the person who decided it. */
  end?: EndedByAdmin;
}

/**
 * Ends a device's stay: what was collected is deleted, the token ends, and everything that names the device or its person is
 * erased. The log keeps its entries and loses their details. The order of the locks prevents deadlocks: first what erasing
 * needs, then the device, which locks out all who refer to it, and the end of its log last, as for everybody.
 * Returns false when the device had left before, or stays.
 */
export async function leaveDevice(
  { db, bus, news }: Services,
  tables: readonly RowTable[],
  { deviceId, entryOf, end }: Leaving,
): Promise<boolean> {
  const change = await db.transaction().execute(async (transaction: Database) => {
    await lockForErasing(transaction, deviceId);
    const device = await holdDevice(transaction, deviceId);
    if (!device) return null;
    const entry = await entryOf(device, transaction);
    if (entry === null) return 'stays';
    const reasons = everyCommand(end ? `${end.adminName} ended this device.` : 'The person using this device left.');
    const cancelledId = await cancelOpenCommand(transaction, deviceId, reasons);
    for (const table of tables) await table.deleteRows(transaction, deviceId);
    await deleteDeviceFiles(transaction, deviceId);
    await deletePushNotifications(transaction, deviceId);
    await deleteNotificationsAbout(transaction, deviceId);
    await deleteTickets(transaction, deviceId);
    await deleteArchives(transaction, deviceId);
    await withdrawRequests(transaction, deviceId);
    await deleteUsage(transaction, deviceId);
    await deleteSubscription(transaction, deviceId);
    if (end) await insertEnding(transaction, deviceId, { endedBy: end.adminName, reason: end.reason });
    await setLeft(transaction, deviceId);
    await eraseNames(transaction, deviceId);
    await eraseAccessDetails(transaction, deviceId);
    await appendAudit(transaction, entry);
    await eraseDetails(transaction, deviceId);
    return { device: { ...device, capabilities: [] }, touched: tables, cancelledId };
  });
  if (change === 'stays') return false;
  if (change !== null) {
    tellChange({ bus, news }, change);
    news.report([end ? { kind: 'DEVICE_ENDED', deviceId, ...end } : { kind: 'DEVICE_LEFT', deviceId }]);
  }
  bus.publish('changed', { feature: 'tickets', deviceId });
  bus.publish('deviceLeft', { deviceId, ended: end !== undefined });
  return change !== null;
}

/** Every command, each ending for the same reason. */
export function everyCommand(reason: string): ReadonlyMap<CommandType, string> {
  return new Map(commandTypes.map((type) => [type, reason]));
}
