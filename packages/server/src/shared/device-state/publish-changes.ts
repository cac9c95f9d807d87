import type { ChangedFeature } from '@fairwatch/contract';
import type { ServerBus } from '../server-bus.ts';

/** Above this many devices one event for all devices is published instead of one for each. */
const maxSingleEvents = 50;

/** Publishes that a list has changed for these devices; null stands for all devices. */
export function publishChanges(bus: ServerBus, feature: ChangedFeature, deviceIds: Iterable<number | null>): void {
  const about = new Set(deviceIds);
  const all = about.has(null) || about.size > maxSingleEvents;
  for (const deviceId of all ? [null] : about) bus.publish('changed', { feature, deviceId });
}
