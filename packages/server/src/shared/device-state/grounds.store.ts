import type { Ground, GroundOnRecord } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../schema/schema.ts';
import { isoTime } from '../../core/database/list-sql.ts';
import { inScope } from '../scope-sql.ts';
import type { Scope } from '../scope.ts';
import { shownName } from '../shown-names.ts';

/** The columns of a legal ground, which `passcodes`, `devices` and `consents` all have. */
export const groundColumns = sql`purpose, purpose_text, legal_basis, guardian, review_on`;

/** Selects the ground in a row of `passcodes`, `devices` or `consents` as one JSON value. */
export function groundJson(row: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`json_build_object('purpose', ${row}.purpose, 'purposeText', ${row}.purpose_text,
    'legalBasis', ${row}.legal_basis, 'guardian', ${row}.guardian, 'reviewOn', ${row}.review_on::text)`;
}

/** Today in UTC, by which reviews are counted. */
const today = sql`(now() at time zone 'utc')::date`;

/**
 * Finds the ground on which a device of this scope is supervised, with the latest notice that its person accepted: the
 * device by primary key, its newest consent by the index `consents_device`, what a guardian signed by its unique device.
 */
export async function findGround(db: Database, scope: Scope, deviceId: number): Promise<GroundOnRecord | undefined> {
  const { rows } = await sql<{ ground: Ground } & Pick<GroundOnRecord, 'reviewDue' | 'signature' | 'notice'>>`
    select ${groundJson(sql`d`)} as ground, coalesce(d.review_on <= ${today}, false) as "reviewDue", (
        select json_build_object('by', s.signed_by, 'at', ${isoTime(sql`s.decided_at`)}, 'email', s.email,
          'noticeVersion', s.notice_version, 'byMail', s.is_mailed)
        from guardian_links s where s.device_id = d.id) as signature,
      json_build_object('version', c.notice_version, 'hash', c.notice_hash, 'language', c.language,
        'acceptedAt', ${isoTime(sql`c.recorded_at`)}) as notice
    from devices d
    cross join lateral (select * from consents where device_id = d.id order by id desc limit 1) as c
    where d.id = ${deviceId} and d.left_at is null and ${inScope(scope, sql`d.id`)}`.execute(db);
  const [found] = rows;
  return found && { ...found.ground, reviewDue: found.reviewDue, signature: found.signature, notice: found.notice };
}

/** Sets the day of the next review and returns the previous one; undefined when there is no such device in scope. */
export async function setReviewDay(
  db: Database,
  scope: Scope,
  deviceId: number,
  reviewOn: string,
): Promise<{ before: string | null } | undefined> {
  const { rows } = await sql<{ before: string | null }>`
    with found as (
      select d.id, d.review_on from devices d
      where d.id = ${deviceId} and d.left_at is null and ${inScope(scope, sql`d.id`)} for no key update of d
    )
    update devices d set review_on = ${reviewOn}::date from found where d.id = found.id
    returning found.review_on::text as before`.execute(db);
  return rows[0];
}

/** A device whose review is due. */
export interface DueReview {
  deviceId: number;
  deviceName: string;
  username: string;
  reviewOn: string;
}

/**
 * Takes one device whose review is due and whose admins were not notified of this day yet, and stores that they are: the caller notifies
 * them in the same transaction. A device that another server has taken is skipped. Plan: the first entry of the partial index `devices_review`.
 */
export async function takeDueReview(transaction: Database): Promise<DueReview | undefined> {
  const { rows } = await sql<DueReview>`
    with due as (
      select id from devices where review_on <= ${today} and review_told_on is distinct from review_on and left_at is null
      order by review_on, id limit 1 for no key update skip locked
    )
    update devices d set review_told_on = d.review_on from due where d.id = due.id
    returning d.id as "deviceId", ${shownName} as "deviceName", d.username,
      d.review_on::text as "reviewOn"`.execute(transaction);
  return rows[0];
}

/** Erases the names and the admin's words in passcodes that nobody used, 30 days after they expired. */
export async function eraseUnusedGrounds(db: Database): Promise<void> {
  await sql`
    update passcodes set guardian = null, purpose_text = '', asked = '[]'
    where used_at is null and expires_at < now() - interval '30 days' and (guardian is not null or purpose_text <> '' or asked <> '[]')
    `.execute(db);
}
