import { limits, type Ground } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import { groundJson } from '../../../shared/device-state/grounds.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';
import { isMine } from './passcode-list.store.ts';
import { isUsable, passcodeSources } from './passcodes.store.ts';

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
  expiresAt: string;
  /** When the reminder before was sent. */
  before: Date | null;
}

/**
 * Marks those of these passcodes as reminded that can be used and have an address that was not reminded lately, and returns them: one for
 * each address, so that many passcodes for one person are not many mails. They are marked before a mail is sent, so that two requests, or
 * a crash, never send a second one.
 */
export async function claimReminders(db: Database, scope: Scope, ids: readonly number[]): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    with due as (
      select p.id, p.code, p.email, a.username as admin, ${groundJson(sql`p`)} as ground,
        ${isoTime(sql`p.expires_at`)} as "expiresAt", p.reminded_at as before
      from ${passcodeSources} where p.id = any(${ids}::bigint[]) and ${isMine(scope)} and ${isUsable}
        and p.tries < ${limits.passcode.tries} and p.email <> ''
        and (p.reminded_at is null or p.reminded_at <= ${lately})
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
