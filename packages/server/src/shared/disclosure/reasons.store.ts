import { limits, type Capability } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../core/database/list-sql.ts';
import type { Database } from '../schema/schema.ts';

interface Use {
  userId: number;
  deviceId: number;
}

export interface GivenReason {
  capability: Capability;
  reason: string;
  expiresAt: string;
  validMs: number;
}

/** Lists the reasons that this admin gave for this device and that are still valid. */
export async function listReasons(db: Database, { userId, deviceId }: Use): Promise<GivenReason[]> {
  const { rows } = await sql<GivenReason>`
    select capability, reason, ${isoTime(sql`expires_at`)} as "expiresAt",
      (extract(epoch from expires_at - now()) * 1000)::int as "validMs" from given_reasons
    where user_id = ${userId} and device_id = ${deviceId} and expires_at > now() order by capability`.execute(db);
  return rows;
}

/** Finds the reason that the admin gave for one use. Null in SQL for none, and where the use is of no kind of data. */
export function reasonFor(use: {
  admin: RawBuilder<unknown>;
  device: RawBuilder<unknown>;
  capability: RawBuilder<unknown>;
}): RawBuilder<string | null> {
  return sql`(select given.reason from given_reasons given
    where given.user_id = ${use.admin} and given.device_id = ${use.device} and given.capability = ${use.capability}
      and given.expires_at > now())`;
}

/**
 * Stores an admin's reason for using one kind of data of a device. The share lock makes a person who leaves at this moment wait, and then delete
 * it. False when the device has left.
 */
export async function saveReason(
  db: Database,
  { userId, deviceId }: Use,
  { capability, reason }: Pick<GivenReason, 'capability' | 'reason'>,
): Promise<boolean> {
  const { rows } = await sql`
    with here as materialized (select id from devices where id = ${deviceId} and left_at is null for share)
    insert into given_reasons (user_id, device_id, capability, reason, expires_at)
    select ${userId}::bigint, id, ${capability}::text, ${reason}::text, now() + ${limits.reason.validMs} * interval '1 millisecond' from here
    on conflict (user_id, device_id, capability) do update
      set reason = excluded.reason, given_at = now(), expires_at = excluded.expires_at
    returning user_id`.execute(db);
  return rows.length > 0;
}

/** A grace time, because what was used just before a reason or an approval expired is logged just after. */
const graceStart = sql`now() - interval '1 minute'`;

/**
 * Selects an admin's reason and approval for an entry's details; `{}` when there is none, and for what uses no kind of data. Every
 * statement that logs what an admin did includes it, so that no entry misses it. Plan: `given_reasons` by its unique index, `approvals`
 * by the partial index `approvals_agreed`.
 */
export function statedBy(use: {
  actor: RawBuilder<unknown>;
  device: RawBuilder<unknown>;
  capability: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  return sql`coalesce((
      select jsonb_build_object('reason', why.reason) from given_reasons why
      where why.user_id = ${use.actor} and why.device_id = ${use.device} and why.capability = ${use.capability}
        and why.expires_at > ${graceStart}), '{}')
    || coalesce((
      select jsonb_build_object('approvedBy', second.username)
      from approvals agreed join users second on second.id = agreed.decided_by
      where agreed.asked_by = ${use.actor} and agreed.device_id = ${use.device} and agreed.capability = ${use.capability}
        and agreed.holds_until > ${graceStart} order by agreed.id desc limit 1), '{}')`;
}

/** Deletes reasons and approvals of a device whose person leaves; the log loses them with its details. */
export async function deleteReasonsAbout(db: Database, deviceId: number): Promise<void> {
  await sql`delete from given_reasons where device_id = ${deviceId}`.execute(db);
  await sql`delete from approvals where device_id = ${deviceId}`.execute(db);
  await sql`update consent_requests set reason = null where device_id = ${deviceId} and reason is not null`.execute(db);
}

/** Deletes expired reasons, and approvals that ended more than a day ago; the log has both. */
export async function deleteOldReasons(db: Database): Promise<void> {
  await sql`delete from given_reasons where expires_at < ${graceStart}`.execute(db);
  await sql`
    delete from approvals where coalesce(holds_until, decided_at, expires_at) < now() - interval '1 day'`.execute(db);
}
