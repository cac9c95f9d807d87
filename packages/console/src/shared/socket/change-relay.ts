import type { ChangedFeature, Endpoint } from '@fairwatch/contract';
import { staleEndpoints } from '../changes/refetch-changed.ts';

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
 * connect at the same time cost a few refetches instead of one per device, and no older response arrives after a newer one. Each endpoint
 * waits for itself only: one that answers slowly does not hold up the others.
 */
export function createChangeRelay(refetch: Refetch, endpoints?: Iterable<Endpoint>): (change: Change) => void {
  /** What is being refetched; true when it changed again meanwhile. */
  const running = new Map<string, boolean>();

  async function run(endpoint: Endpoint, device: number | undefined): Promise<void> {
    const key = `${endpoint.path} ${device}`;
    const isRunning = running.has(key);
    running.set(key, isRunning);
    if (isRunning) return;
    for (let again: boolean | undefined = true; again; again = running.get(key)) {
      running.set(key, false);
      await refetch(endpoint, device).catch(() => undefined);
    }
    running.delete(key);
  }

  return ({ feature, deviceId }) => {
    for (const endpoint of staleEndpoints(feature, endpoints)) void run(endpoint, deviceOf(endpoint, deviceId));
  };
}
