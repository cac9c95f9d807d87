import { invalidate } from '../api/query.ts';

/** Which endpoints change with which word. It names most calls there are, so no page waits for it. */
export const loadChanges = () => import('./changes.ts');

/** Reads again what has changed by an action here: for one device, or for all when none is named. */
export async function readAgain(feature: string, deviceId?: number): Promise<void> {
  const { endpointsOf } = await loadChanges();
  await Promise.all(
    endpointsOf(feature).map((endpoint) => invalidate(endpoint, endpoint.device === null ? undefined : deviceId)),
  );
}
