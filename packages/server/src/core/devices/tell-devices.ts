import type { Bus } from '../bus.ts';

/** Above this many devices everyone reads again; else those who have one of them. */
const toldOneByOne = 50;

/** Tells that a list has changed for these devices; null stands for all of them. */
export function tellDevices(bus: Bus, feature: string, deviceIds: Iterable<number | null>): void {
  const about = new Set(deviceIds);
  const all = about.has(null) || about.size > toldOneByOne;
  for (const deviceId of all ? [null] : about) bus.publish('changed', { feature, deviceId });
}
