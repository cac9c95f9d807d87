import { cancelRun, limits, runDetail, runItems, type Run, type RunItem } from '@fairwatch/contract';
import { QueryObserver } from '@tanstack/react-query';
import { call } from '../../core/api/client.ts';
import { isRefusal, query, queryClient } from '../../core/api/query.ts';
import { refetchChanged } from '../changes/refetch-changed.ts';
import { i18n } from '../../core/i18n/i18n.ts';

/** How often a running run is polled. The console's socket reports changes earlier, unless it is disconnected. */
export const pollRunMs = 5000;

/** Follows a run until it has ended. Aborting only stops the watching; `stopRun` cancels the run itself. */
export function watchRun(runId: number, signal: AbortSignal, onChange: (run: Run) => void): Promise<Run> {
  const { promise, resolve, reject } = Promise.withResolvers<Run>();
  const observer = new QueryObserver(queryClient, {
    ...query(runDetail, { runId }),
    staleTime: 0,
    refetchInterval: pollRunMs,
    refetchIntervalInBackground: true,
  });
  const unsubscribe = observer.subscribe(({ data, error }) => {
    if (isRefusal(error)) reject(error);
    if (data === undefined) return;
    onChange(data.data);
    if (data.data.finishedAt !== null) resolve(data.data);
  });
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return promise.finally(() => {
    unsubscribe();
    signal.removeEventListener('abort', onAbort);
  });
}

/** Cancels a run. One that has just ended stays as it is. */
export async function stopRun(runId: number): Promise<void> {
  await call(cancelRun, { runId }).catch(() => undefined);
  await refetchChanged('runs');
}

/** All items of a run on one device, in their order. One page holds them: a run has at most `limits.run.itemsPerDevice` for a device. */
export async function readItems(runId: number): Promise<RunItem[]> {
  return (await call(runItems, { runId, pageSize: limits.page.maxSize })).data;
}

/** True for an item that did not succeed, or only in part. What an admin cancelled is no problem. */
export function isProblem({ state, reason }: Pick<RunItem, 'state' | 'reason'>): boolean {
  return state !== 'CANCELLED' && (state !== 'DONE' || reason !== '');
}

/** The items of an ended run on one device that did not succeed. */
export async function findProblems(runId: number): Promise<RunItem[]> {
  return (await readItems(runId)).filter(isProblem);
}

/** Why an item did not succeed, in words. */
export function problemText({ state, reason }: Pick<RunItem, 'state' | 'reason'>): string {
  return reason || i18n.t(`run:noReason.${state === 'EXPIRED' ? 'EXPIRED' : 'FAILED'}`);
}
