import {
  can,
  dayIn,
  inLanguage,
  nextTime,
  sourceLanguage,
  updateReportMail,
  weekOf,
  weekReport,
  type ScheduleTiming,
} from '@fairwatch/contract';
import { findActors, type RunActor } from '../../../shared/watches/actors.store.ts';
import { scopeOf } from '../../../shared/scope.ts';
import type { AuditEntry } from '../../../shared/services/audit-log.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findTargetName } from './report-devices.store.ts';
import { reportLetter } from './report-letter.ts';
import { claimDueReport, planNextReport, type DueReport } from './report-mails.store.ts';
import { computeReport, reportEntries, weekDetails, weekWords, type ReportReader } from './week-report.ts';

const dayMs = 24 * 3_600_000;
/** A report that was not sent, because the mail server or this one failed, is tried again after this time. */
const leaseMs = 60 * 60_000;
/** The most mails in one run, so that a slow mail server does not delay a shutdown for long. */
const mailsPerRun = 50;

type MailServices = Pick<Services, 'db' | 'mail' | 'config' | 'log' | 'clock' | 'policies' | 'auditLog'>;

/** The next Monday at six in the morning in a time zone, strictly after a moment. */
export function nextReportAt(zone: string, after: number): Date {
  const monday: ScheduleTiming = {
    every: 'WEEK',
    days: ['MON'],
    time: '06:00',
    zone,
    fallbackZone: zone,
    from: null,
    until: null,
  };
  const next = nextTime(monday, new Date(after), zone);
  if (next === null) throw new Error('There is always a next Monday.');
  return next;
}

/**
 * The entries for the logs of devices when an admin has their weekly report mailed (`asked`), or not any more (`ended`), by the id of the
 * device. A device that is in the report before and after has one.
 */
export function mailedReports(
  { userId, username }: ReportReader,
  { ended = [], asked = [], zone }: { ended?: readonly number[]; asked?: readonly number[]; zone: string },
): AuditEntry[] {
  const mailed = new Set(asked);
  return [...new Set([...ended, ...asked])]
    .toSorted((one, other) => one - other)
    .map((deviceId) => ({
      deviceId,
      actorId: userId,
      actorName: username,
      action: 'REPORT',
      subject: updateReportMail.path,
      capability: 'LOCATION',
      details: mailed.has(deviceId)
        ? { what: 'set', to: username, zone, when: `on Mondays at 06:00 (${zone}), about the week before` }
        : { what: 'ended', to: username },
    }));
}

/**
 * Mails the report of the past week to each admin who wants it and whose Monday has come. Call it once a minute; any number of servers may.
 * Reports that were missed while no server ran are one mail, about the newest week.
 */
export async function sendReportMails(
  services: MailServices,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const { db, clock, log } = services;
  for (let sent = 0; sent < mailsPerRun; sent += 1) {
    if (signal?.aborted) return;
    const now = clock.now();
    const due = await claimDueReport(db, new Date(now), leaseMs);
    if (due === undefined) return;
    try {
      const isSent = await sendReport(services, due, now);
      await planNextReport(db, due.userId, {
        nextAt: nextReportAt(due.zone, now),
        sentAt: isSent ? new Date(now) : null,
      });
    } catch (error) {
      log.warn({ err: error, event: 'reports.mail_failed', userId: due.userId }, 'Failed to mail a weekly report');
    }
  }
}

/** Returns false for a report that nobody may get any more, or that cannot be mailed. */
async function sendReport(services: MailServices, due: DueReport, now: number): Promise<boolean> {
  const { db, mail, config, auditLog } = services;
  const { userId, email, language, target, zone } = due;
  // Without a mail server the mails would fill a folder that nobody reads.
  if (config.smtpUrl === null || email === null) return false;
  const admin = (await findActors(db, [userId])).get(userId);
  if (admin === undefined || !mayRead(admin)) return false;
  const scope = scopeOf(due);
  const targetName = await findTargetName(db, scope, target);
  if (targetName === undefined) return false;
  const week = weekOf(dayIn(zone, now - 7 * dayMs), zone);
  const { rows, without } = await computeReport(services, scope, target, week);
  // What cannot be written down is not sent.
  await auditLog.write(
    reportEntries(
      { userId, username: admin.username },
      rows.map(({ deviceId }) => deviceId),
      { ...weekDetails(week, zone), how: 'EXPORT', mailed: 'yes' },
    ),
  );
  const letter = inLanguage(language ?? sourceLanguage, () =>
    reportLetter({ to: email, week: weekWords(week, zone), targetName, rows, without, publicUrl: config.publicUrl }),
  );
  await mail.send(letter);
  return true;
}

function mayRead(admin: RunActor): boolean {
  return !admin.blocked && (admin.adminRole === 'ADMIN' || admin.adminRole === 'SUPER_ADMIN') && can(admin, weekReport);
}
