import type { ChangedFeature } from '@fairwatch/contract';
import { invalidate } from '../../core/api/query.ts';

/** The map from changed features to endpoints. It imports most endpoints, so it is a lazy chunk. */
export const loadChanges = () => import('./changes.ts');

/** Refetches the queries that an action in this tab has made stale: those of one device, or all when no device is given. */
export async function refetchChanged(feature: ChangedFeature, deviceId?: number): Promise<void> {
  const { endpointsOf } = await loadChanges();
  await Promise.all(
    endpointsOf(feature).map((endpoint) => invalidate(endpoint, endpoint.device === null ? undefined : deviceId)),
  );
}
