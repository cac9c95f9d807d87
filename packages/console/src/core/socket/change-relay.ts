import type { Endpoint } from '@fairwatch/contract';
import { loadChanges } from './read-again.ts';

export interface Change {
  feature: string;
  deviceId: number | null;
}

type Refetch = (endpoint: Endpoint, deviceId: number | undefined) => Promise<void>;

/** A list is about no single device: whatever changed, it is read again whole. */
function deviceOf(endpoint: Endpoint, deviceId: number | null): number | undefined {
  return endpoint.device === null ? undefined : (deviceId ?? undefined);
}

/**
 * Turns changes into refetches. While one round of refetching is on its way, further changes wait and are merged, so a
 * fleet that comes online at once costs a few rounds, not one request per device, and no answer is overtaken.
 */
export function createChangeRelay(refetch: Refetch): (change: Change) => void {
  const waiting = new Map<string, Change>();
  let running = false;

  async function run(): Promise<void> {
    running = true;
    const { endpointsOf } = await loadChanges();
    while (waiting.size > 0) {
      const round = new Map<string, () => Promise<void>>();
      for (const { feature, deviceId } of waiting.values()) {
        for (const endpoint of endpointsOf(feature)) {
          const device = deviceOf(endpoint, deviceId);
          round.set(`${endpoint.path} ${device}`, () => refetch(endpoint, device));
        }
      }
      waiting.clear();
      await Promise.allSettled([...round.values()].map((start) => start()));
    }
  }

  return (change) => {
    waiting.set(`${change.feature} ${change.deviceId}`, change);
    // Without network it cannot be loaded either; what waits is read with the next change.
    if (!running)
      void run()
        .catch(() => undefined)
        .finally(() => (running = false));
  };
}
