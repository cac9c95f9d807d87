import type { LogHead } from '@fairwatch/contract';
import type { SharingChange } from '../../notifications/device-news.ts';
import type { Services } from '../../services.ts';
import type { PersonsDevice } from './person.store.ts';
import type { RowTable } from '../rows/row-table.ts';

/** What changed with one wish of the person. */
export interface Change {
  device: PersonsDevice;
  /** The features whose data is shown, hidden or gone from now on. */
  touched: readonly RowTable[];
  cancelledId?: number | undefined;
  /** What admins are told. */
  sharing?: SharingChange;
  /** The newest entry of the device's log since then. */
  logHead?: LogHead;
  /** Set when it was so already. */
  asBefore?: boolean;
}

/** Open pages change at once, and the device stops what it is doing. */
export function tellChange({ bus, news }: Pick<Services, 'bus' | 'news'>, change: Change): void {
  const { device, touched, cancelledId, sharing, asBefore = false } = change;
  const { deviceId } = device;
  if (asBefore) return;
  // First, because downloads under way are cut by it.
  bus.publish('sharingChanged', { deviceId, shared: device.paused ? [] : device.capabilities });
  if (sharing) news.report([{ kind: 'CONSENT_CHANGED', deviceId, change: sharing }]);
  if (cancelledId !== undefined) {
    bus.publish('commandCancelled', { deviceId, commandId: cancelledId });
    bus.publish('changed', { feature: 'commands', deviceId });
  }
  for (const { feature } of touched) bus.publish('changed', { feature: feature.id, deviceId });
  for (const feature of ['grants', 'devices', 'push-notifications']) bus.publish('changed', { feature, deviceId });
  // What waited while the person paused may reach them now.
  bus.publish('inboxWaiting', { deviceId });
}
