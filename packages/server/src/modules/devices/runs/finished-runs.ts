import { consoleLink, type RunItemState } from '@fairwatch/contract';
import { publishNotifications, storeNotification } from '../../../shared/notify/notify.ts';
import type { Services } from '../../../shared/services/services.ts';
import { takeUnannounced, type FinishedRun } from './finish-runs.store.ts';

const words: readonly [RunItemState, string][] = [
  ['DONE', 'done'],
  ['FAILED', 'failed'],
  ['EXPIRED', 'not answered in time'],
  ['SKIPPED', 'skipped'],
  ['CANCELLED', 'cancelled'],
];

/**
 * Notifies the admins of runs that have finished: one notification per run, however many devices it had. Runs of
 * schedules notify nobody, since they come again and again; the list of schedules shows how the last one ended. It is stored together with the
 * mark that says so, so that a crash neither loses nor repeats it.
 */
export async function announceFinished({ db, bus }: Pick<Services, 'db' | 'bus'>): Promise<void> {
  const stored = await db.transaction().execute(async (transaction) => {
    const runs = await takeUnannounced(transaction);
    const written: Awaited<ReturnType<typeof storeNotification>> = [];
    // Whoever cancelled a run knows.
    for (const run of runs)
      if (!run.cancelled && run.scheduleId === null)
        written.push(...(await storeNotification(transaction, notificationOf(run))));
    return written;
  });
  publishNotifications(bus, stored);
}

function notificationOf({ runId, title, requestedBy, counts }: FinishedRun) {
  const isComplete = Object.keys(counts).every((state) => state === 'DONE');
  const message = words.flatMap(([state, word]) => (counts[state] ? [`${counts[state]} ${word}`] : [])).join(', ');
  return {
    kind: isComplete ? ('RUN_DONE' as const) : ('RUN_INCOMPLETE' as const),
    to: { admins: [requestedBy] },
    title: `${title}: finished`,
    message: `${message}.`,
    tells: null,
    link: consoleLink('/runs/$runId', { runId }),
  };
}
