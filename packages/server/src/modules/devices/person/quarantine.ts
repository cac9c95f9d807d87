import { deviceFeatures } from '@fairwatch/contract';
import type { Services } from '../../../shared/services/services.ts';
import type { ArrivedDevice } from '../../../shared/presence/presence.store.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import { publishChanges } from '../../../shared/device-state/publish-changes.ts';
import { leaveDevice } from './leave-device.ts';
import {
  confirmGrants,
  findQuarantined,
  findUnconfirmed,
  restorer,
  type ConfirmedDevice,
  type ReportedGrants,
} from '../../consent/quarantine.store.ts';

/** How long a device may stay quarantined. A device whose person left since the backup never reports. */
const confirmWithinMs = 30 * 24 * 60 * 60 * 1000;

/** The features whose pages change. */
const changedFeatures = [...Object.values(deviceFeatures).map(({ id }) => id), 'grants', 'push-notifications'] as const;

/** A device that has just connected, null for an unknown token, and what its person shares as it reports. */
interface ToldDevice {
  device: ArrivedDevice | null;
  grants: ReportedGrants | undefined;
}

/**
 * Ends the quarantine of devices by what they report, and updates the given devices. A device that reports nothing shares
 * nothing, until its person grants it anew.
 */
export async function confirmRestored(
  { db, bus, deviceEvents }: Services,
  reported: readonly ToldDevice[],
): Promise<void> {
  const quarantined = new Map<number, { device: ArrivedDevice; grants: ReportedGrants }>();
  for (const { device, grants } of reported)
    if (device?.restored && grants) quarantined.set(device.id, { device, grants });
  const grantsById = Array.from(quarantined, ([deviceId, { device, grants }]) => ({
    deviceId,
    epoch: device.epoch,
    grants,
  }));
  const confirmed = await confirmGrants(db, grantsById);
  for (const each of confirmed) {
    const { id, capabilities, paused, hours } = each;
    const device = quarantined.get(id)?.device;
    if (device) Object.assign(device, { capabilities, paused, hours, restored: false });
    report(each);
  }
  const about = confirmed.map(({ id }) => id);
  for (const feature of changedFeatures) publishChanges(bus, feature, about);

  /** Reports to admins what people changed since the backup, and not what stayed. */
  function report({ id: deviceId, withdrawn, pausedSince }: ConfirmedDevice): void {
    if (withdrawn.length > 0) {
      deviceEvents.report([{ kind: 'CONSENT_CHANGED', deviceId, change: { added: [], withdrawn } }]);
    }
    if (pausedSince) deviceEvents.report([{ kind: 'CONSENT_CHANGED', deviceId, change: 'PAUSED' }]);
  }
}

/** Removes devices that a restore brought back and that never reported since: their people may have left before it. */
export async function leaveUnconfirmed(
  services: Services,
  tables: readonly RowTable[],
  now = new Date(),
): Promise<void> {
  const before = new Date(now.getTime() - confirmWithinMs);
  for (const deviceId of await findUnconfirmed(services.db, before)) {
    await leaveQuarantined(services, tables, deviceId, before);
  }
}

/**
 * Removes the earlier record of a phone that joins again, if a restore brought it back: its person had left, or it would
 * still have its token. False when there is no such record.
 */
export async function leaveIfQuarantined(
  services: Services,
  tables: readonly RowTable[],
  uniqueUuid: string,
): Promise<boolean> {
  const deviceId = await findQuarantined(services.db, uniqueUuid);
  if (deviceId === null) return false;
  await leaveQuarantined(services, tables, deviceId, new Date());
  return true;
}

/** Removes a quarantined device, unless it has reported in between. */
async function leaveQuarantined(
  services: Services,
  tables: readonly RowTable[],
  deviceId: number,
  before: Date,
): Promise<void> {
  await leaveDevice(services, tables, {
    deviceId,
    entryOf: ({ restoredAt }) =>
      restoredAt !== null && restoredAt < before ? { ...restorer, deviceId, action: 'LEAVE' } : null,
  });
}
