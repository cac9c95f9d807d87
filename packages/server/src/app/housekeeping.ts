import { limits } from '@fairwatch/contract';
import { deleteOldAlerts } from '../modules/places/alerts/alerts.store.ts';
import { deleteEndedAttempts } from '../shared/attempts/attempts.store.ts';
import { sweepBlobs, sweepUploads } from '../modules/files/content/sweep-files.ts';
import { whileAlone } from '../core/database/while-alone.ts';
import { lockKeys } from '../core/database/lock-keys.ts';
import type { BusEvents } from '../shared/server-bus.ts';
import { deleteOldActivity } from '../modules/devices/dashboard/active-users.store.ts';
import { deleteEmptyCounts, recountFleet } from '../shared/device-state/fleet-counts.store.ts';
import { deleteOldEndings } from '../modules/devices/person/ended-devices.store.ts';
import { leaveUnconfirmed } from '../modules/devices/person/quarantine.ts';
import { eraseThoseWhoLeft } from '../modules/devices/person/erase-device.ts';
import { notifyDueReviews } from '../modules/devices/overview/due-reviews.ts';
import { eraseUnusedGrounds } from '../shared/device-state/grounds.store.ts';
import { deleteOldRuns } from '../modules/devices/runs/runs.store.ts';
import { eraseUnjoined } from '../modules/devices/person/imported-people.store.ts';
import { deleteExpiredPasscodes, eraseExpiredNames } from '../modules/devices/passcodes/passcodes.store.ts';
import { deleteOldReasons } from '../shared/disclosure/reasons.store.ts';
import { deleteOldUsage } from '../shared/device-state/usage.store.ts';
import { applyRetention } from '../modules/device-data/retention/retention.ts';
import type { RowTable } from '../shared/device-rows/row-table.ts';
import { deleteSurplusNotifications } from '../shared/notify/notifications.store.ts';
import { deleteExpiredChallenges } from '../modules/accounts/challenges.store.ts';
import { deleteExpiredVerifications } from '../modules/accounts/verifications.store.ts';
import type { Services } from '../shared/services/services.ts';
import { endExpiredSessions } from '../shared/sessions/sessions.ts';
import { deleteOldAddresses } from '../shared/sessions/usual-addresses.store.ts';
import { sendReportMails } from '../modules/places/reports/report-mails.ts';
import { sendDueMails } from '../shared/notify/notification-mails.ts';

const everyMs = 60_000;

/** Starts the periodic jobs that delete expired data. Returns the function that stops them. */
export function startHousekeeping(services: Services, tables: readonly RowTable[]): () => Promise<void> {
  const stopping = new AbortController();
  const mended = repairMetrics(services);
  const { signal } = stopping;
  const stops = [
    // Separate from the jobs below, whose large deletions must not delay the expiry of sessions.
    repeat(services, 'shortJobs', () => runShortJobs(services)),
    repeat(services, 'leaveUnconfirmed', () => leaveUnconfirmed(services, tables)),
    repeat(services, 'eraseThoseWhoLeft', () => eraseThoseWhoLeft(services)),
    // Separate, because a mail server may be slow.
    repeat(services, 'sendDueMails', () => sendDueMails(services, { signal })),
    repeat(services, 'sendReportMails', () => sendReportMails(services, { signal })),
    repeat(services, 'applyRetention', () => applyRetention(services, tables, { signal })),
    // Separate, because S3 may be slow.
    repeat(services, 'sweepUploads', () => sweepUploads(services), ['deviceLeft']),
    repeat(services, 'sweepBlobs', () => sweepBlobs(services, { signal }), ['deviceLeft']),
  ];
  return async () => {
    stopping.abort();
    await Promise.all([mended, ...stops.map((stop) => stop())]);
  };
}

/**
 * Runs a task once a minute and after these events, never concurrently with itself. Returns the function that stops it and waits
 * for the current run.
 */
function repeat(
  services: Services,
  name: string,
  task: () => Promise<void>,
  soonAfter: readonly (keyof BusEvents)[] = [],
): () => Promise<void> {
  const { bus, scheduler } = services;
  let running: Promise<void> | null = null;
  let wanted = false;
  const run = () => {
    wanted = running !== null;
    running ??= runJob(services, name, task).finally(() => {
      running = null;
      if (wanted) run();
    });
  };
  const stop = scheduler.every(everyMs, run);
  const subscriptions = soonAfter.map((event) => bus.subscribeLocal(event, run));
  return async () => {
    stop();
    for (const unsubscribe of subscriptions) unsubscribe();
    wanted = false;
    await running;
  };
}

/** Recounts the fleet's counters once after the start. They are maintained in the same transactions as the data, so nothing should differ. */
async function repairMetrics({ db, log }: Services): Promise<void> {
  try {
    // When another server starts at the same moment, one of them is enough.
    await whileAlone(db, lockKeys.recount, async (alone) => {
      const wrong = await recountFleet(alone);
      if (wrong > 0) log.warn({ event: 'metrics.counts_repaired', wrong }, 'Corrected stored counts of devices');
    });
  } catch (error) {
    log.error({ err: error, event: 'metrics.check_failed' }, 'Failed to check the stored counts of devices');
  }
}

type Job = (services: Services) => Promise<unknown>;

/** Jobs that take a moment each. Their names are in the log when they fail. */
const shortJobs: Readonly<Record<string, Job>> = {
  endExpiredSessions,
  deleteEndedAttempts: ({ db }) => deleteEndedAttempts(db),
  deleteExpiredVerifications: ({ db }) => deleteExpiredVerifications(db),
  deleteSurplusNotifications: ({ db }) => deleteSurplusNotifications(db),
  deleteOldActivity: ({ db }) => deleteOldActivity(db),
  deleteEmptyCounts: ({ db }) => deleteEmptyCounts(db),
  deleteExpiredChallenges: ({ db }) => deleteExpiredChallenges(db),
  deleteOldUsage: ({ db }) => deleteOldUsage(db),
  deleteOldReasons: ({ db }) => deleteOldReasons(db),
  deleteOldEndings: ({ db }) => deleteOldEndings(db, limits.device.endingKnownMs),
  deleteOldAddresses: ({ db }) => deleteOldAddresses(db),
  eraseUnusedGrounds: ({ db }) => eraseUnusedGrounds(db),
  eraseExpiredNames: ({ db }) => eraseExpiredNames(db),
  deleteExpiredPasscodes: ({ db }) => deleteExpiredPasscodes(db),
  eraseUnjoined: ({ db }) => eraseUnjoined(db),
  notifyDueReviews,
  deleteOldRuns: ({ db }) => deleteOldRuns(db, limits.run.keptMs),
  deleteOldAlerts: ({ db }) => deleteOldAlerts(db, limits.alert.keptMs),
};

/** Runs every short job once. One that fails is logged and does not keep the others from running. */
export async function runShortJobs(services: Services): Promise<void> {
  for (const [name, job] of Object.entries(shortJobs)) await runJob(services, name, () => job(services));
}

async function runJob({ log }: Pick<Services, 'log'>, job: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    log.error({ err: error, event: 'housekeeping.failed', job }, 'A job of housekeeping failed');
  }
}
