import { limits } from '@fairwatch/contract';
import { sql } from 'kysely';
import { forgiveAttempt, takeQuota } from '../../../shared/attempts/attempts.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';

const { remindEveryMs: windowMs, remindersPerAdmin, remindersInAll } = limits.passcode;
const ofAll = 'reminders:all';
const ofAdmin = (adminId: number) => `reminders:admin:${adminId}`;

/** A mail to one address, which is known by its hash: the passcode that had it may be deleted and made again. */
export interface AddressedMail {
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
  await forgiveAttempt(db, ofAdmin(adminId), unsent.length);
  await forgiveAttempt(db, ofAll, unsent.length);
}

export async function releaseAddresses(db: Database, unsent: readonly AddressedMail[]): Promise<void> {
  await sql`delete from attempt_limits where subject = any(${unsent.map(subjectOf)}::text[])`.execute(db);
}
