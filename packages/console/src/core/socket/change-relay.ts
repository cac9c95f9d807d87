import type { ChangedFeature, Endpoint } from '@fairwatch/contract';
import { loadChanges } from '../changes/refetch-changed.ts';

export interface Change {
  feature: ChangedFeature;
  deviceId: number | null;
}

type Refetch = (endpoint: Endpoint, deviceId: number | undefined) => Promise<void>;

/** The device to refetch an endpoint for; undefined for endpoints that are not about a device. */
function deviceOf(endpoint: Endpoint, deviceId: number | null): number | undefined {
  return endpoint.device === null ? undefined : (deviceId ?? undefined);
}

/**
 * Refetches the endpoints that a change affects. Changes during a refetch are merged and wait for its end, so that many devices that
 * connect at the same time cost a few refetches instead of one per device, and no older response arrives after a newer one.
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
    // The chunk may fail to load while offline. Waiting changes are then handled with the next one.
    if (!running)
      void run()
        .catch(() => undefined)
        .finally(() => (running = false));
  };
}
