import { deviceFeatures } from '@fairwatch/contract';
import type { Services } from '../../services.ts';
import type { ArrivedDevice } from '../gateway/presence.store.ts';
import type { RowTable } from '../rows/row-table.ts';
import { tellDevices } from '../tell-devices.ts';
import { leaveDevice } from './leave-device.ts';
import {
  confirmGrants,
  findHeld,
  findUnconfirmed,
  restorer,
  type ConfirmedDevice,
  type ToldGrants,
} from './restored.store.ts';

/** So long a device that came back with a restore may stay away. Whose person left since the backup never comes. */
const confirmWithinMs = 30 * 24 * 60 * 60 * 1000;

/** Which pages show something else now. */
const touched = [...Object.keys(deviceFeatures), 'grants', 'push-notifications'];

/** A device that has just said hello, if its token is known, and what its person shares by its word. */
interface ToldDevice {
  device: ArrivedDevice | null;
  grants: ToldGrants | undefined;
}

/**
 * Ends the hold on devices that came back with a restore, by what they say themselves; the arrived ones are brought up to
 * date. One that says nothing shares nothing, until its person grants it anew.
 */
export async function confirmRestored({ db, bus, news }: Services, told: readonly ToldDevice[]): Promise<void> {
  const held = new Map<number, { device: ArrivedDevice; grants: ToldGrants }>();
  for (const { device, grants } of told) if (device?.restored && grants) held.set(device.id, { device, grants });
  const grantsById = Array.from(held, ([deviceId, { grants }]) => ({ deviceId, grants }));
  const confirmed = await confirmGrants(db, grantsById);
  for (const each of confirmed) {
    const { id, capabilities, paused, hours } = each;
    const device = held.get(id)?.device;
    if (device) Object.assign(device, { capabilities, paused, hours, restored: false });
    report(each);
  }
  const about = confirmed.map(({ id }) => id);
  for (const feature of touched) tellDevices(bus, feature, about);

  /** Admins hear of what their people changed since the backup, and not of what stayed. */
  function report({ id: deviceId, withdrawn, pausedSince }: ConfirmedDevice): void {
    if (withdrawn.length > 0) {
      news.report([{ kind: 'CONSENT_CHANGED', deviceId, change: { added: [], withdrawn } }]);
    }
    if (pausedSince) news.report([{ kind: 'CONSENT_CHANGED', deviceId, change: 'PAUSED' }]);
  }
}

/** Lets those leave that came back with a restore and have not been here since: their people may have left before it. */
export async function leaveUnconfirmed(
  services: Services,
  tables: readonly RowTable[],
  now = new Date(),
): Promise<void> {
  const before = new Date(now.getTime() - confirmWithinMs);
  for (const deviceId of await findUnconfirmed(services.db, before)) {
    await leaveHeld(services, tables, deviceId, before);
  }
}

/**
 * A phone joins whose earlier stay a restore brought back. Its person had ended that, or it would still have its token.
 * False when there is no such stay.
 */
export async function leaveIfHeld(
  services: Services,
  tables: readonly RowTable[],
  uniqueUuid: string,
): Promise<boolean> {
  const deviceId = await findHeld(services.db, uniqueUuid);
  if (deviceId === null) return false;
  await leaveHeld(services, tables, deviceId, new Date());
  return true;
}

/** Unless the device has said hello in between. */
async function leaveHeld(
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
