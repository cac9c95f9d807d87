import {
  limits,
  reportMail,
  updateReportMail,
  weekOf,
  weekReport,
  type ParsedInputOf,
  type ReportMail,
  type WatchTarget,
  type WeekReport,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { createSemaphore } from '../../../core/jobs/semaphore.ts';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import { sessionKey } from '../../../shared/audit/read-log.ts';
import { logSeen } from '../../../shared/audit/seen-log.ts';
import { countTargeted, findTargetedIds, findTargetName } from './report-devices.store.ts';
import { mailedReports, nextReportAt } from './report-mails.ts';
import { deleteReportMail, findReportMail, saveReportMail, type StoredReportMail } from './report-mails.store.ts';
import { computeReport, reportEntries, requireTarget, weekDetails } from './week-report.ts';
import { targetColumns } from '../../../shared/watches/target-sql.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import { scopeOf, type Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';

/** Reports that are computed at the same time; the others wait. Each holds a few pages of points in memory, and two connections. */
const reportsAtOnce = 2;

export function reportsRoutes(services: Services): Route[] {
  const { auditLog } = services;
  const queue = createSemaphore(reportsAtOnce);
  return [
    handle(weekReport, ({ session, input }) => queue(() => readReport(services, session, input))),
    handle(reportMail, async ({ session }) => {
      const mail = await readReportMail(services, session);
      const target = mail.report?.target;
      const named = target?.for === 'DEVICE' ? [target.deviceId] : [];
      await logSeen(auditLog, { session, endpoint: reportMail }, named);
      return mail;
    }),
    handle(updateReportMail, ({ session, input }) => changeReportMail(services, session, input)),
  ];
}

async function readReport(
  services: Services,
  session: Session,
  { week: day, zone, target, export: isExport }: ParsedInputOf<typeof weekReport>,
): Promise<WeekReport> {
  const { db, auditLog } = services;
  const scope = scopeOf(session);
  await requireTarget(db, scope, target);
  const week = weekOf(day, zone);
  const { rows, without } = await computeReport(services, scope, target, week);
  const ids = rows.map(({ deviceId }) => deviceId);
  const entriesOf = (fresh: readonly number[]) =>
    reportEntries(session, fresh, { ...weekDetails(week, zone), how: isExport ? 'EXPORT' : 'SEEN' });
  if (isExport) await auditLog.write(entriesOf(ids));
  else {
    // A report that refreshes itself is one entry; another week is another one.
    const visit = { session: sessionKey(session), what: `${weekReport.path} ${week.from.toISOString()}` };
    await auditLog.seen.once(visit, ids, (fresh) => auditLog.write(entriesOf(fresh)));
  }
  return { from: week.from.toISOString(), to: week.to.toISOString(), rows, without };
}

async function readReportMail({ db, config }: Services, session: Session): Promise<ReportMail> {
  const scope = scopeOf(session);
  const { hasAddress, report } = await findReportMail(db, session.userId);
  const mail = config.smtpUrl === null ? 'NO_SERVER' : hasAddress ? 'READY' : 'NO_ADDRESS';
  if (report === null) return { mail, report };
  const targetName = (await findTargetName(db, scope, report.target)) ?? null;
  return { mail, report: { ...report, targetName, devices: await countTargeted(db, scope, report.target) } };
}

/**
 * Sets or ends the report that is mailed to this admin, and writes it to the logs of the devices that it was about or is about, in one
 * transaction. A target with more devices than a report can have is written to the first of them.
 */
async function changeReportMail(
  services: Services,
  session: Session,
  { mail }: ParsedInputOf<typeof updateReportMail>,
): Promise<null> {
  const { db, clock, bus } = services;
  const { userId, username } = session;
  const scope = scopeOf(session);
  const before = await readReportMail(services, session);
  if (keyOf(before.report) === keyOf(mail)) return null;
  if (mail !== null) {
    await requireTarget(db, scope, mail.target);
    if (before.mail !== 'READY') throw new AppError('mail_unavailable');
  }
  const concerned = await db.transaction().execute(async (transaction) => {
    if (mail === null) await deleteReportMail(transaction, userId);
    else await saveReportMail(transaction, userId, { ...mail, nextAt: nextReportAt(mail.zone, clock.now()) });
    const ended = await devicesOf(transaction, scope, before.report?.target);
    const asked = await devicesOf(transaction, scope, mail?.target);
    const told = mailedReports({ userId, username }, { ended, asked, zone: mail?.zone ?? '' });
    await appendEntries(transaction, told);
    return told.map(({ deviceId }) => deviceId);
  });
  if (concerned.length === 0) return null;
  bus.publish('watchesChanged', { deviceIds: concerned });
  // The feature under which consoles read what watches a device.
  bus.publish('changed', { feature: 'schedules', deviceId: null });
  return null;
}

/** A report as a text that is the same for the same report. */
const keyOf = (report: Pick<StoredReportMail, 'target' | 'zone'> | null) =>
  JSON.stringify(report && [targetColumns(report.target), report.zone]);

async function devicesOf(db: Services['db'], scope: Scope, target: WatchTarget | undefined): Promise<number[]> {
  return target === undefined ? [] : await findTargetedIds(db, scope, target, limits.report.devices);
}
