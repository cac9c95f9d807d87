import type { ChangedFeature, Endpoint } from '@fairwatch/contract';
import { calledEndpoints } from '../../core/api/client.ts';
import { invalidate } from '../../core/api/query.ts';

/** The endpoints, of those this tab has called, whose cached answers are stale after a change of `feature`. */
export function staleEndpoints(feature: ChangedFeature, endpoints: Iterable<Endpoint> = calledEndpoints): Endpoint[] {
  return [...endpoints].filter(({ staleBy }) => staleBy.includes(feature));
}

/** Refetches the queries that an action in this tab has made stale: those of one device, or all when no device is given. */
export async function refetchChanged(feature: ChangedFeature, deviceId?: number): Promise<void> {
  await Promise.all(
    staleEndpoints(feature).map((endpoint) => invalidate(endpoint, endpoint.device === null ? undefined : deviceId)),
  );
}
