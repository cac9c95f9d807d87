import type { LogHead } from '@fairwatch/contract';
import { cancelledStep } from '../../commands/command-events.ts';
import type { CancelledCommand } from '../../commands/commands.store.ts';
import { publishLiveViewEnds } from '../../device-data/live-view/live-views.ts';
import type { EndedLiveView } from '../../device-data/live-view/live-views.store.ts';
import type { EndedSession } from '../../places/live-location/live-sessions.store.ts';
import { publishLiveEnds } from '../../places/live-location/live-sessions.ts';
import type { SharingChange } from '../../../shared/notify/device-event.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { PersonsDevice } from '../../../shared/device-state/persons-device.store.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';

/** The result of one request of the person. */
export interface Change {
  device: PersonsDevice;
  /** The features whose data is shown, hidden or gone from now on. */
  touched: readonly RowTable[];
  cancelled?: CancelledCommand | undefined;
  /** The live location that ended with it. */
  endedLive?: readonly EndedSession[];
  /** The live view that ended with it. */
  endedLiveView?: readonly EndedLiveView[];
  /** The change that admins are notified of. */
  sharing?: SharingChange;
  /** The head of the device's log after the change. */
  logHead?: LogHead;
  /** True when nothing changed. */
  isUnchanged?: boolean;
}

/** Publishes a change: open pages refresh at once, and the device stops what it is doing. */
export function publishChange({ bus, deviceEvents }: Pick<Services, 'bus' | 'deviceEvents'>, change: Change): void {
  const { device, touched, cancelled, endedLive = [], endedLiveView = [], sharing, isUnchanged = false } = change;
  const { deviceId } = device;
  if (isUnchanged) return;
  // These come first, because they cut live views and running downloads.
  publishLiveViewEnds({ bus }, endedLiveView);
  bus.publish('sharingChanged', { deviceId, shared: device.paused ? [] : device.capabilities });
  bus.publish('factsChanged', { deviceIds: [deviceId], facts: 'SHARING' });
  if (sharing) deviceEvents.report([{ kind: 'CONSENT_CHANGED', deviceId, change: sharing }]);
  if (cancelled !== undefined) {
    bus.publish('commandCancelled', { deviceId, commandId: cancelled.commandId });
    bus.publish('commandSteps', { steps: [cancelledStep(cancelled.commandType)] });
    bus.publish('changed', { feature: 'commands', deviceId });
  }
  publishLiveEnds({ bus }, endedLive);
  for (const { feature } of touched) bus.publish('changed', { feature: feature.id, deviceId });
  for (const feature of ['grants', 'devices', 'push-notifications'] as const)
    bus.publish('changed', { feature, deviceId });
  // What waited while the person paused can be delivered now.
  bus.publish('inboxWaiting', { deviceId });
}
