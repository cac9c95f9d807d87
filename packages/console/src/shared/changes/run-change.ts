import type { ChangedFeature } from '@fairwatch/contract';
import { toastPromise } from '../../core/toast/toast.tsx';
import { refetchChanged } from './refetch-changed.ts';

/** Shows a toast for a change under way, and then refetches what it has made stale. A failure is told by the toast only. */
export async function runChange(feature: ChangedFeature, request: Promise<unknown>): Promise<void> {
  await toastPromise(request).catch(() => undefined);
  await refetchChanged(feature);
}
