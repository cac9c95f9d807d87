import { commandTypes, type CommandType } from '@fairwatch/contract';
import { deleteDeviceFiles } from '../../files/content/blobs.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { DeviceEvent } from '../../../shared/notify/device-event.ts';
import { deleteNotificationsAbout } from '../../../shared/notify/notifications.store.ts';
import type { Services } from '../../../shared/services/services.ts';
import { deleteTickets } from '../../support/tickets/tickets.store.ts';
import { deleteArchives } from '../../device-data/archives/archives.store.ts';
import { retryDeadlock } from '../../../core/database/retry-deadlock.ts';
import { appendAudit, appendEntries } from '../../../shared/audit/audit.store.ts';
import { endRunItemsOf } from '../../commands/run-items.store.ts';
import type { AuditEntry } from '../../../shared/services/audit-log.ts';
import { deleteWatches } from '../../../shared/watches/watches.store.ts';
import { deleteSubscription } from '../../../shared/push/push-subscriptions.store.ts';
import { deleteMembershipsOf } from '../groups/groups.store.ts';
import { deleteUsage } from '../../../shared/device-state/usage.store.ts';
import { withdrawRequests } from '../../consent/requests/consent-requests.store.ts';
import { insertEnding, type Ending } from './ended-devices.store.ts';
import { lockForErasing } from './erase-device.ts';
import { eraseAccessDetails, eraseDetails, eraseNames } from './erase-device.store.ts';
import { cancelOpenCommand, setLeft } from './person.store.ts';
import { lockConnected, lockDevice, type PersonsDevice } from '../../../shared/device-state/persons-device.store.ts';
import { deletePushNotifications } from '../../support/push-notifications/push-notifications.store.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import { logLiveEnds } from '../../places/live-location/live-sessions.ts';
import { endSessionOf } from '../../places/live-location/live-sessions.store.ts';
import { endLiveViewOfLeaving } from '../../device-data/live-view/live-views.ts';
import { publishChange } from './sharing-change.ts';

/** The admin who ends a device, and the reason. */
export interface EndedByAdmin {
  adminId: number;
  adminName: string;
  reason: string;
}

/** A guardian who withdrew their signature. The name and the reason are stored only to show them to the device's person. */
export interface EndedByGuardian {
  guardianName: string;
  /** In the guardian's words; empty when they gave none. */
  reason: string;
}

interface Leaving {
  deviceId: number;
  /** The epoch of the connection over which its person decided it. */
  epoch?: number;
  /** Returns the entry for the log; null when the device is to stay after all. */
  entryOf(device: PersonsDevice, db: Database): AuditEntry | null | Promise<AuditEntry | null>;
  /** Set when an admin or a guardian decided it. */
  end?: EndedByAdmin | EndedByGuardian;
  /** The item of a run that ends the device; it is done together with it. */
  runItemId?: number;
  /** More work of the same transaction, done under the device's row lock before anything is deleted. */
  before?(transaction: Database): Promise<void>;
}

/**
 * Removes a device: collected data is deleted, the token is revoked, and everything that names the device or its person is
 * erased. The log keeps its entries without their details. The order of the locks prevents deadlocks: first those for
 * erasing, then the device, then the head of its log. Returns false when the device had left before, or stays. Throws `DeviceMoved` when
 * its person decided it over a connection that is not the latest.
 */
export async function leaveDevice(
  { db, bus, deviceEvents }: Services,
  tables: readonly RowTable[],
  { deviceId, epoch, entryOf, end, runItemId, before }: Leaving,
): Promise<boolean> {
  const leave = async (transaction: Database) => {
    await lockForErasing(transaction, deviceId);
    const device =
      epoch === undefined
        ? await lockDevice(transaction, deviceId)
        : await lockConnected(transaction, { deviceId, epoch });
    if (!device) return null;
    const entry = await entryOf(device, transaction);
    if (entry === null) return 'stays';
    await before?.(transaction);
    const reason = whyCancelled(end);
    const cancelled = await cancelOpenCommand(transaction, deviceId, reasonForAll(reason));
    await endRunItemsOf(transaction, deviceId, { reason, endItemId: runItemId ?? null });
    // Before the rows are deleted, so that points that are being stored are deleted with them.
    const endedLive = await endSessionOf(transaction, deviceId, { end: 'LEFT' });
    const { ended: endedLiveView, entries } = await endLiveViewOfLeaving(transaction, deviceId);
    for (const table of tables) await table.deleteRows(transaction, deviceId);
    await deleteDeviceFiles(transaction, deviceId);
    await deletePushNotifications(transaction, deviceId);
    await deleteNotificationsAbout(transaction, deviceId);
    await deleteTickets(transaction, deviceId);
    await deleteArchives(transaction, deviceId);
    await withdrawRequests(transaction, deviceId);
    await deleteUsage(transaction, deviceId);
    await deleteMembershipsOf(transaction, deviceId);
    await deleteSubscription(transaction, deviceId);
    await deleteWatches(transaction, deviceId);
    if (end) await insertEnding(transaction, deviceId, toldToPerson(end));
    await setLeft(transaction, deviceId);
    await eraseNames(transaction, deviceId);
    await eraseAccessDetails(transaction, deviceId);
    await logLiveEnds(transaction, endedLive);
    await appendEntries(transaction, entries);
    await appendAudit(transaction, entry);
    await eraseDetails(transaction, deviceId);
    return { device: { ...device, capabilities: [] }, touched: tables, cancelled, endedLive, endedLiveView };
  };
  const change = await retryDeadlock(() => db.transaction().execute(leave));
  if (change === 'stays') return false;
  if (change !== null) {
    publishChange({ bus, deviceEvents }, change);
    deviceEvents.report([eventOf(deviceId, end)]);
  }
  bus.publish('changed', { feature: 'tickets', deviceId });
  bus.publish('deviceLeft', { deviceId, ended: end !== undefined });
  if (change !== null) bus.publish('runChanged', {});
  return change !== null;
}

/** The reason that is stored with the commands and run items that leaving cancels. They are kept, so it does not name the guardian. */
function whyCancelled(end: Leaving['end']): string {
  if (end === undefined) return 'The person using this device left.';
  return 'adminName' in end
    ? `${end.adminName} ended this device.`
    : 'The guardian of the person using this device withdrew.';
}

/** What the device shows its person: who ended it, and why. */
function toldToPerson(end: EndedByAdmin | EndedByGuardian): Omit<Ending, 'endedAt'> {
  if ('adminName' in end) return { endedBy: end.adminName, reason: end.reason };
  const words = 'The guardian who signed for you has withdrawn that.';
  return { endedBy: end.guardianName, reason: end.reason === '' ? words : `${words} Reason: ${end.reason}` };
}

function eventOf(deviceId: number, end: Leaving['end']): DeviceEvent {
  if (end !== undefined && 'adminName' in end) return { kind: 'DEVICE_ENDED', deviceId, ...end };
  return { kind: 'DEVICE_LEFT', deviceId, byGuardian: end !== undefined };
}

/** Returns the same reason for every type of command. */
export function reasonForAll(reason: string): ReadonlyMap<CommandType, string> {
  return new Map(commandTypes.map((type) => [type, reason]));
}
