import type { AdminRole, Language, WatchTarget } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { targetColumns, targetOf } from '../../../shared/watches/target-sql.ts';

interface StoredTarget {
  groupId: number | null;
  deviceId: number | null;
}

/** The weekly report that an admin wants by mail. */
export interface StoredReportMail {
  target: WatchTarget;
  zone: string;
  lastSentAt: string | null;
}

/** Finds the weekly report of an admin, and whether they have an email address. */
export async function findReportMail(
  db: Database,
  userId: number,
): Promise<{ hasAddress: boolean; report: StoredReportMail | null }> {
  const { rows } = await sql<StoredTarget & { hasAddress: boolean; zone: string | null; lastSentAt: string | null }>`
    select u.email is not null as "hasAddress", m.zone, m.group_id as "groupId", m.device_id as "deviceId",
      ${isoTime(sql`m.last_sent_at`)} as "lastSentAt"
    from users u left join report_mails m on m.user_id = u.id where u.id = ${userId}`.execute(db);
  const [row] = rows;
  if (row === undefined || row.zone === null) return { hasAddress: row?.hasAddress ?? false, report: null };
  const { hasAddress, zone, lastSentAt } = row;
  return { hasAddress, report: { target: targetOf(row), zone, lastSentAt } };
}

/** Sets the weekly report of an admin. One that was mailed already this week is not mailed again because it was changed. */
export async function saveReportMail(
  db: Database,
  userId: number,
  { target, zone, nextAt }: { target: WatchTarget; zone: string; nextAt: Date },
): Promise<void> {
  const { group_id: groupId, device_id: deviceId } = targetColumns(target);
  await sql`
    insert into report_mails (user_id, group_id, device_id, zone, next_at)
    values (${userId}, ${groupId}, ${deviceId}, ${zone}, ${nextAt})
    on conflict (user_id) do update set group_id = excluded.group_id, device_id = excluded.device_id, zone = excluded.zone,
      next_at = excluded.next_at`.execute(db);
}

export async function deleteReportMail(db: Database, userId: number): Promise<void> {
  await sql`delete from report_mails where user_id = ${userId}`.execute(db);
}

/** A report whose time has come. */
export interface DueReport {
  userId: number;
  email: string | null;
  language: Language | null;
  adminRole: AdminRole;
  target: WatchTarget;
  zone: string;
}

/**
 * Takes one report whose time has come, and moves its time on by `leaseMs` before anything is sent: another server does not find it, and if
 * this one dies, it is tried again. Plan: the first entry of `report_mails_due`.
 */
export async function claimDueReport(db: Database, now: Date, leaseMs: number): Promise<DueReport | undefined> {
  const { rows } = await sql<StoredTarget & Omit<DueReport, 'target'>>`
    with due as (
      select user_id from report_mails where next_at <= ${now} order by next_at limit 1 for update skip locked
    )
    update report_mails m set next_at = ${new Date(now.getTime() + leaseMs)} from due, users u
    where m.user_id = due.user_id and u.id = m.user_id
    returning m.user_id as "userId", u.email, u.language, u.admin_role as "adminRole", m.group_id as "groupId", m.device_id as "deviceId", m.zone`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { groupId, deviceId, ...report } = row;
  return { ...report, target: targetOf({ groupId, deviceId }) };
}

/** Plans the next report of an admin; `sentAt` is null when this one was not sent. */
export async function planNextReport(
  db: Database,
  userId: number,
  { nextAt, sentAt }: { nextAt: Date; sentAt: Date | null },
): Promise<void> {
  await sql`
    update report_mails set next_at = ${nextAt}, last_sent_at = coalesce(${sentAt}::timestamptz, last_sent_at)
    where user_id = ${userId}`.execute(db);
}
