import { limits, type Ground, type Language } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import { groundJson } from '../../../shared/device-state/grounds.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';
import { isMine } from './passcode-scope-sql.ts';
import { isUsable, passcodeSources } from './passcodes.store.ts';
import { forgiveAttempt, takeQuota } from '../../../shared/attempts/attempts.store.ts';

/** Whoever was reminded after this moment is not reminded again. */
const lately = sql`now() - ${limits.passcode.remindEveryMs} * interval '1 millisecond'`;

/** A passcode whose person gets a reminder now. */
export interface DueReminder {
  id: number;
  code: string;
  email: string;
  /** To whom the device is assigned. */
  admin: string;
  ground: Ground;
  /** In which language the passcode's mails are; null where its admin did not choose one. */
  language: Language | null;
  expiresAt: string;
  /** When the reminder before was sent. */
  before: Date | null;
}

/**
 * Marks those of these passcodes as reminded that can be used, wait for no guardian and have an address that was not reminded lately, and
 * returns them: one for each address, so that many passcodes for one person are not many mails. They are marked before a mail is sent, so that two requests, or
 * a crash, never send a second one.
 */
export async function claimReminders(db: Database, scope: Scope, ids: readonly number[]): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    with due as (
      select p.id, p.code, p.email, p.language, a.username as admin, ${groundJson(sql`p`)} as ground,
        ${isoTime(sql`p.expires_at`)} as "expiresAt", p.reminded_at as before
      from ${passcodeSources} where p.id = any(${ids}::bigint[]) and ${isMine(scope)} and ${isUsable}
        and p.tries < ${limits.passcode.tries} and p.email <> ''
        and (p.reminded_at is null or p.reminded_at <= ${lately})
        and not exists (select from guardian_links s where s.passcode_id = p.id and s.signed_by is null)
      order by p.id for no key update of p
    ), addressed as (
      select distinct on (lower(due.email)) due.* from due
      where not exists (
        select from passcodes o where lower(o.email) = lower(due.email) and o.reminded_at > ${lately})
      order by lower(due.email), due.id
    ), marked as (
      update passcodes p set reminded_at = now() from addressed where p.id = addressed.id
    )
    select * from addressed`.execute(db);
  return rows;
}

/** Restores when these passcodes were reminded before, since their mails were not sent. */
export async function releaseReminders(db: Database, unsent: readonly DueReminder[]): Promise<void> {
  if (unsent.length === 0) return;
  await sql`
    with unsent as (
      select p.id, t.before from passcodes p
      join unnest(${unsent.map(({ id }) => id)}::bigint[], ${unsent.map(({ before }) => before)}::timestamptz[]) as t (id, before) on t.id = p.id
      order by p.id for no key update of p
    )
    update passcodes p set reminded_at = unsent.before from unsent where p.id = unsent.id`.execute(db);
}

const { remindEveryMs: windowMs, remindersPerAdmin, remindersInAll } = limits.passcode;
const ofAll = 'reminders:all';
const ofAdmin = (adminId: number) => `reminders:admin:${adminId}`;

/** A mail to one address, which is known by its hash: the passcode that had it may be deleted and made again. */
interface AddressedMail {
  addressHash: string;
}
const subjectOf = ({ addressHash }: AddressedMail) => `reminder:to:${addressHash}`;

/** Takes the addresses that got no reminder within a day, whatever became of the passcode it was about. Returns the mails to those. */
export async function takeAddresses<Mail extends AddressedMail>(
  transaction: Database,
  mails: readonly Mail[],
): Promise<Mail[]> {
  const { rows } = await sql<{ subject: string }>`
    insert into attempt_limits (subject, failures, window_ends_at)
    select subject, 1, now() + ${windowMs} * interval '1 millisecond'
    from (select distinct unnest(${mails.map(subjectOf)}::text[]) as subject) as t order by subject
    on conflict (subject) do update set failures = 1, window_ends_at = excluded.window_ends_at
      where attempt_limits.window_ends_at <= now()
    returning subject`.execute(transaction);
  const taken = new Set(rows.map(({ subject }) => subject));
  return mails.filter((mail) => taken.has(subjectOf(mail)));
}

/** Takes as many of these mails from what one admin, and all of them, may send in a day. */
export async function takeReminderQuota(transaction: Database, adminId: number, wanted: number): Promise<number> {
  const own = await takeQuota(transaction, ofAdmin(adminId), { most: remindersPerAdmin, windowMs }, wanted);
  const taken = await takeQuota(transaction, ofAll, { most: remindersInAll, windowMs }, own);
  await forgiveAttempt(transaction, ofAdmin(adminId), own - taken);
  return taken;
}

/** Gives back what was taken for mails that were not sent. */
export async function releaseQuota(db: Database, adminId: number, unsent: readonly AddressedMail[]): Promise<void> {
  if (unsent.length === 0) return;
  await releaseAddresses(db, unsent);
  await releaseSent(db, adminId, unsent.length);
}

/** Gives back so many mails to one admin, and to all of them. */
export async function releaseSent(db: Database, adminId: number, count: number): Promise<void> {
  if (count === 0) return;
  await forgiveAttempt(db, ofAdmin(adminId), count);
  await forgiveAttempt(db, ofAll, count);
}

export async function releaseAddresses(db: Database, unsent: readonly AddressedMail[]): Promise<void> {
  await sql`delete from attempt_limits where subject = any(${unsent.map(subjectOf)}::text[])`.execute(db);
}
