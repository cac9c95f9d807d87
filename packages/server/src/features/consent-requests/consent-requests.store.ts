import { limits, type Capability, type ConsentRequest } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../core/database/schema.ts';
import { inScope, isoTime } from '../../core/database/list-sql.ts';
import type { Scope } from '../../core/scope.ts';

const askAgainAfter = sql`${limits.consentRequest.askAgainAfterMs} * interval '1 millisecond'`;
/** A person's no counts from the moment they said it. */
const notBefore = sql`(case r.answer when 'DECLINED' then r.answered_at else r.asked_at end + ${askAgainAfter})`;

/** A request as the contract shows it; needs `r` for the request and `u` for the admin who asked. */
const fields = sql`r.id, r.capability, u.username as "askedBy", ${isoTime(sql`r.asked_at`)} as "askedAt", r.answer,
  ${isoTime(sql`r.answered_at`)} as "answeredAt",
  case when r.answer is not null and ${notBefore} > now() then ${isoTime(notBefore)} end as "notBefore"`;

/** The latest request for each capability of a device. */
export async function listRequests(db: Database, scope: Scope, deviceId: number): Promise<ConsentRequest[]> {
  const { rows } = await sql<ConsentRequest>`
    select distinct on (r.capability) ${fields} from consent_requests r join users u on u.id = r.asked_by
    where r.device_id = ${deviceId} and ${inScope(scope, sql`r.device_id`)}
    order by r.capability, r.id desc`.execute(db);
  return rows;
}

/** What is asked of whom. */
export interface Asking {
  deviceId: number;
  capability: Capability;
}

export async function findLatestRequest(
  db: Database,
  { deviceId, capability }: Asking,
): Promise<ConsentRequest | undefined> {
  const { rows } = await sql<ConsentRequest>`
    select ${fields} from consent_requests r join users u on u.id = r.asked_by
    where r.device_id = ${deviceId} and r.capability = ${capability} order by r.id desc limit 1`.execute(db);
  return rows[0];
}

/** Stores a request. Gives back why the admin asks; null when they did not say. */
export async function insertRequest(db: Database, asking: Asking, askedBy: number): Promise<string | null> {
  const { rows } = await sql<{ reason: string | null }>`
    insert into consent_requests (device_id, capability, asked_by, reason)
    values (${asking.deviceId}, ${asking.capability}, ${askedBy}, (
      select reason from given_reasons
      where user_id = ${askedBy} and device_id = ${asking.deviceId} and expires_at > now()))
    returning reason`.execute(db);
  return rows[0]?.reason ?? null;
}

/** Takes an open request back. Gives back its number; undefined when there is none. */
export async function withdrawRequest(db: Database, { deviceId, capability }: Asking): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update consent_requests set answer = 'WITHDRAWN', answered_at = now()
    where device_id = ${deviceId} and capability = ${capability} and answered_at is null returning id`.execute(db);
  return rows[0]?.id;
}
