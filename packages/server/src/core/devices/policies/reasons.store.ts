import { limits } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../database/list-sql.ts';
import type { Database } from '../../database/schema.ts';

interface Use {
  userId: number;
  deviceId: number;
}

export interface GivenReason {
  reason: string;
  expiresAt: string;
}

/** The reason that this admin gave for this device and that still holds. */
export async function findReason(db: Database, { userId, deviceId }: Use): Promise<GivenReason | null> {
  const { rows } = await sql<GivenReason>`
    select reason, ${isoTime(sql`expires_at`)} as "expiresAt" from given_reasons
    where user_id = ${userId} and device_id = ${deviceId} and expires_at > now()`.execute(db);
  return rows[0] ?? null;
}

/** Locks the device meanwhile: whoever leaves at this moment comes before, or deletes the reason. False when it has left. */
export async function giveReasonFor(db: Database, { userId, deviceId }: Use, reason: string): Promise<boolean> {
  const { rows } = await sql`
    with here as materialized (select id from devices where id = ${deviceId} and left_at is null for share)
    insert into given_reasons (user_id, device_id, reason, expires_at)
    select ${userId}::bigint, id, ${reason}::text, now() + ${limits.reason.holdsMs} * interval '1 millisecond' from here
    on conflict (user_id, device_id) do update
      set reason = excluded.reason, given_at = now(), expires_at = excluded.expires_at
    returning user_id`.execute(db);
  return rows.length > 0;
}

/** What was used a moment before a reason or an agreement ended is written down a moment after. */
const stillCounts = sql`now() - interval '1 minute'`;

/**
 * Why an admin uses a device and who agreed, as a part of an entry's details: `{}` when nothing was said. For any statement that
 * writes what an admin did, so that no line can miss it.
 */
export function statedBy(use: {
  actor: RawBuilder<unknown>;
  device: RawBuilder<unknown>;
  capability: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  return sql`coalesce((
      select jsonb_build_object('reason', why.reason) from given_reasons why
      where why.user_id = ${use.actor} and why.device_id = ${use.device} and why.expires_at > ${stillCounts}), '{}')
    || coalesce((
      select jsonb_build_object('approvedBy', second.username)
      from approvals agreed join users second on second.id = agreed.decided_by
      where agreed.asked_by = ${use.actor} and agreed.device_id = ${use.device} and agreed.capability = ${use.capability}
        and agreed.holds_until > ${stillCounts} order by agreed.id desc limit 1), '{}')`;
}

/** What was said about a device goes with its person; the log's lines lose it with their details. */
export async function deleteReasonsAbout(db: Database, deviceId: number): Promise<void> {
  await sql`delete from given_reasons where device_id = ${deviceId}`.execute(db);
  await sql`delete from approvals where device_id = ${deviceId}`.execute(db);
  await sql`update consent_requests set reason = null where device_id = ${deviceId} and reason is not null`.execute(db);
}

/** Deletes reasons that no longer hold, and requests to agree that ended more than a day ago: the log keeps both. */
export async function deleteOldReasons(db: Database): Promise<void> {
  await sql`delete from given_reasons where expires_at < ${stillCounts}`.execute(db);
  await sql`
    delete from approvals where coalesce(holds_until, decided_at, expires_at) < now() - interval '1 day'`.execute(db);
}
