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
import { AppError } from '../../core/app-error.ts';
import { createSemaphore } from '../../core/semaphore.ts';
import { sessionKey } from '../../domain/audit/read-log.ts';
import { logSeen } from '../../domain/audit/seen-log.ts';
import { countTargeted, findTargetedIds, findTargetName } from '../../domain/reports/report-devices.store.ts';
import { nextReportAt, weekWords } from '../../domain/reports/report-mails.ts';
import { deleteReportMail, findReportMail, saveReportMail } from '../../domain/reports/report-mails.store.ts';
import { computeReport, reportEntries, requireTarget } from '../../domain/reports/week-report.ts';
import { handle, type Route } from '../../domain/routing/route.ts';
import { scopeOf } from '../../domain/scope.ts';
import type { Services } from '../../domain/services/services.ts';
import type { Session } from '../../domain/session.ts';

/** Reports that are computed at the same time; the others wait. Each holds a page of points in memory. */
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
    reportEntries(session, fresh, { object: weekWords(week, zone), how: isExport ? 'EXPORT' : 'SEEN' });
  if (isExport) await auditLog.write(entriesOf(ids));
  else {
    // A report that refreshes itself is one entry; another week is another one.
    const visit = `${sessionKey(session)} ${weekReport.path} ${week.from.toISOString()}`;
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

async function changeReportMail(
  services: Services,
  session: Session,
  { mail }: ParsedInputOf<typeof updateReportMail>,
): Promise<null> {
  const { db, clock } = services;
  const before = await readReportMail(services, session);
  if (mail === null) await deleteReportMail(db, session.userId);
  else {
    await requireTarget(db, scopeOf(session), mail.target);
    if (before.mail !== 'READY') throw new AppError('mail_unavailable');
    await saveReportMail(db, session.userId, { ...mail, nextAt: nextReportAt(mail.zone, clock.now()) });
  }
  await tellPeople(services, session, [before.report?.target, mail?.target]);
  return null;
}

/** Tells the devices of these targets that what watches them has changed. A device beyond the size of a report learns it when it reconnects. */
async function tellPeople(
  { db, bus }: Services,
  session: Session,
  targets: readonly (WatchTarget | undefined)[],
): Promise<void> {
  const told = new Set<number>();
  for (const target of targets) {
    if (target === undefined) continue;
    const ids = await findTargetedIds(db, scopeOf(session), target, limits.report.devices);
    for (const id of ids) told.add(id);
  }
  if (told.size === 0) return;
  bus.publish('watchesChanged', { deviceIds: [...told] });
  // The feature under which consoles read what watches a device.
  bus.publish('changed', { feature: 'schedules', deviceId: null });
}
