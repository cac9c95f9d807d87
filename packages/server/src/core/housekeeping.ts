import { limits } from '@fairwatch/contract';
import { deleteEndedAttempts } from './attempts.store.ts';
import { sweepFiles } from './blobs/sweep-files.ts';
import type { BusEvents } from './bus.ts';
import { deleteOldActivity } from './figures/active-users.store.ts';
import { deleteEmptyCounts, recountFleet } from './figures/fleet-figures.store.ts';
import { deleteOldEndings } from './devices/person/ended-devices.store.ts';
import { leaveUnconfirmed } from './devices/person/confirm-restored.ts';
import { eraseThoseWhoLeft } from './devices/person/erase-device.ts';
import { tellDueReviews } from './devices/due-reviews.ts';
import { eraseUnusedGrounds } from './devices/grounds.store.ts';
import { deleteOldReasons } from './devices/policies/reasons.store.ts';
import { deleteOldUsage } from './devices/usage.store.ts';
import { applyRetention } from './devices/retention.ts';
import type { RowTable } from './devices/rows/row-table.ts';
import { sendDueMails } from './notifications/notification-mails.ts';
import { deleteSurplusNotifications } from './notifications/notifications.store.ts';
import { deleteExpiredChallenges } from './session/challenges.store.ts';
import { deleteExpiredVerifications } from './session/verifications.store.ts';
import type { Services } from './services.ts';
import { endExpiredSessions } from './session/sessions.ts';
import { deleteOldAddresses } from './session/usual-addresses.store.ts';

const everyMs = 60_000;

/** Removes what has expired, once a minute. Returns the function that ends it. */
export function startHousekeeping(services: Services, tables: readonly RowTable[]): () => Promise<void> {
  const stopping = new AbortController();
  const mended = mendFigures(services);
  const stops = [
    // Apart, because a large deletion takes its time and sessions must not wait for it.
    repeat(services, () => keepHouse(services)),
    repeat(services, () => leaveUnconfirmed(services, tables)),
    repeat(services, () => eraseThoseWhoLeft(services)),
    // Apart, because a mail server may take its time.
    repeat(services, () => sendDueMails(services, { signal: stopping.signal })),
    repeat(services, () => applyRetention(services, tables, { signal: stopping.signal })),
    repeat(services, () => sweepFiles(services, { signal: stopping.signal }), ['deviceLeft']),
  ];
  return async () => {
    stopping.abort();
    await Promise.all([mended, ...stops.map((stop) => stop())]);
  };
}

/**
 * Runs a task once a minute and soon after these events, one run at a time. Returns the function that ends it, when the
 * last run is over.
 */
function repeat(
  { log, bus }: Services,
  task: () => Promise<void>,
  soonAfter: readonly (keyof BusEvents)[] = [],
): () => Promise<void> {
  let running: Promise<void> | null = null;
  let wanted = false;
  const run = () => {
    wanted = running !== null;
    running ??= task()
      .catch((error: unknown) => log.error({ err: error }, 'housekeeping failed'))
      .finally(() => {
        running = null;
        if (wanted) run();
      });
  };
  const timer = setInterval(run, everyMs);
  timer.unref();
  const subscriptions = soonAfter.map((event) => bus.subscribe(event, run));
  return async () => {
    clearInterval(timer);
    for (const unsubscribe of subscriptions) unsubscribe();
    wanted = false;
    await running;
  };
}

/** Once, beside the first requests: what is kept was written with what it counts, so there should be nothing to mend. */
async function mendFigures({ db, log }: Services): Promise<void> {
  try {
    const wrong = await recountFleet(db);
    if (wrong > 0) log.warn({ wrong }, 'kept counts of devices were wrong, and were mended');
  } catch (error) {
    log.error({ err: error }, 'the kept counts of devices could not be checked');
  }
}

/** Runs every short job once. */
export async function keepHouse(services: Services): Promise<void> {
  await endExpiredSessions(services);
  await deleteEndedAttempts(services.db);
  await deleteExpiredVerifications(services.db);
  await deleteSurplusNotifications(services.db);
  await deleteOldActivity(services.db);
  await deleteEmptyCounts(services.db);
  await deleteExpiredChallenges(services.db);
  await deleteOldUsage(services.db);
  await deleteOldReasons(services.db);
  await deleteOldEndings(services.db, limits.device.endingKnownMs);
  await deleteOldAddresses(services.db);
  await eraseUnusedGrounds(services.db);
  await tellDueReviews(services);
}
