import { limits } from '@fairwatch/contract';
import { deleteOldAlerts } from '../modules/places/alerts/alerts.store.ts';
import { deleteEndedAttempts } from '../shared/attempts/attempts.store.ts';
import { sweepBlobs, sweepUploads } from '../modules/files/content/sweep-files.ts';
import type { JobDefinition } from '../core/jobs/jobs.ts';
import { whileAlone } from '../core/database/while-alone.ts';
import { lockKeys } from '../core/database/lock-keys.ts';
import { deleteOldActivity } from '../modules/devices/dashboard/active-users.store.ts';
import { deleteEmptyCounts, recountFleet } from '../shared/device-state/fleet-counts.store.ts';
import { deleteOldEndings } from '../modules/devices/person/ended-devices.store.ts';
import { leaveUnconfirmed } from '../modules/devices/person/quarantine.ts';
import { eraseThoseWhoLeft } from '../modules/devices/person/erase-device.ts';
import { notifyDueReviews } from '../modules/devices/overview/due-reviews.ts';
import { deleteUnusedKinds } from '../modules/installation/presets/delete-unused.ts';
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
import { deleteOldInvitations } from '../modules/accounts/invitations/invitations.store.ts';
import { deleteExpiredVerifications } from '../modules/accounts/verifications.store.ts';
import type { Services } from '../shared/services/services.ts';
import { endExpiredSessions } from '../shared/sessions/sessions.ts';
import { deleteOldAddresses } from '../shared/sessions/usual-addresses.store.ts';
import { sendReportMails } from '../modules/places/reports/report-mails.ts';
import { sendDueMails } from '../shared/notify/notification-mails.ts';

const everyMs = 60_000;

/** Starts the periodic jobs that delete expired data. Returns the function that stops them. */
export function startHousekeeping(services: Services, tables: readonly RowTable[]): () => Promise<void> {
  const { bus, jobs } = services;
  const repeat = (name: string, run: JobDefinition<never>['run']) =>
    jobs.start({ name, run, everyMs, failure: 'housekeeping.failed' });
  const mended = repairMetrics(services);
  // Separate, because S3 may be slow.
  const sweeps = [
    repeat('sweepUploads', () => sweepUploads(services)),
    repeat('sweepBlobs', (signal) => sweepBlobs(services, { signal })),
  ];
  const unused = repeat('deleteUnusedKinds', (signal) => deleteUnusedKinds(services, tables, { signal }));
  const others = [
    // Separate from the jobs below, whose large deletions must not delay the expiry of sessions.
    repeat('shortJobs', () => runShortJobs(services)),
    repeat('leaveUnconfirmed', () => leaveUnconfirmed(services, tables)),
    repeat('eraseThoseWhoLeft', () => eraseThoseWhoLeft(services)),
    // Separate, because a mail server may be slow.
    repeat('sendDueMails', (signal) => sendDueMails(services, { signal })),
    repeat('sendReportMails', (signal) => sendReportMails(services, { signal })),
    repeat('applyRetention', (signal) => applyRetention(services, tables, { signal })),
  ];
  const subscriptions = [
    bus.subscribeLocal('deviceLeft', () => {
      for (const sweep of sweeps) sweep.trigger();
    }),
    bus.subscribeLocal('kindsChanged', () => unused.trigger()),
  ];
  return async () => {
    for (const unsubscribe of subscriptions) unsubscribe();
    await Promise.all([mended, ...[...sweeps, unused, ...others].map((job) => job.close())]);
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

type ShortJob = (services: Services) => Promise<unknown>;

/** Jobs that take a moment each. Their names are in the log when they fail. */
const shortJobs: Readonly<Record<string, ShortJob>> = {
  endExpiredSessions,
  deleteEndedAttempts: ({ db }) => deleteEndedAttempts(db),
  deleteExpiredVerifications: ({ db }) => deleteExpiredVerifications(db),
  deleteSurplusNotifications: ({ db }) => deleteSurplusNotifications(db),
  deleteOldActivity: ({ db }) => deleteOldActivity(db),
  deleteEmptyCounts: ({ db }) => deleteEmptyCounts(db),
  deleteExpiredChallenges: ({ db }) => deleteExpiredChallenges(db),
  deleteOldInvitations: ({ db }) => deleteOldInvitations(db),
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
  for (const [job, run] of Object.entries(shortJobs)) {
    try {
      await run(services);
    } catch (error) {
      services.log.error({ err: error, event: 'housekeeping.failed', job }, 'A job of housekeeping failed');
    }
  }
}
