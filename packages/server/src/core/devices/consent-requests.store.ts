import { limits, type Capability, type ConsentRequest } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Scope } from '../scope.ts';
import { inScope, isoTime } from './list-sql.ts';

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

interface Asking {
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

export async function insertRequest(db: Database, asking: Asking, askedBy: number): Promise<void> {
  await sql`
    insert into consent_requests (device_id, capability, asked_by)
    values (${asking.deviceId}, ${asking.capability}, ${askedBy})`.execute(db);
}

/** Takes an open request back. Gives back its number; undefined when there is none. */
export async function withdrawRequest(db: Database, { deviceId, capability }: Asking): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update consent_requests set answer = 'WITHDRAWN', answered_at = now()
    where device_id = ${deviceId} and capability = ${capability} and answered_at is null returning id`.execute(db);
  return rows[0]?.id;
}

/** Takes back whatever is still open: there is nobody left to answer. */
export async function withdrawRequests(db: Database, deviceId: number): Promise<void> {
  await sql`
    update consent_requests set answer = 'WITHDRAWN', answered_at = now()
    where device_id = ${deviceId} and answered_at is null`.execute(db);
}

/** The person shares these now: whoever asked for one of them has their answer. */
export async function grantRequests(
  db: Database,
  deviceId: number,
  capabilities: readonly Capability[],
): Promise<void> {
  await sql`
    update consent_requests set answer = 'GRANTED', answered_at = now()
    where device_id = ${deviceId} and capability = any(${capabilities}::text[]) and answered_at is null`.execute(db);
}

interface DeclinedRequest {
  capability: Capability;
  /** False when it had been answered before. */
  news: boolean;
}

/** The person said no. Undefined when this device was never asked that. */
export async function declineRequest(
  db: Database,
  deviceId: number,
  requestId: number,
): Promise<DeclinedRequest | undefined> {
  const { rows } = await sql<DeclinedRequest>`
    with declined as (
      update consent_requests set answer = 'DECLINED', answered_at = now()
      where id = ${requestId} and device_id = ${deviceId} and answered_at is null returning id
    )
    select capability, exists (select from declined) as news from consent_requests
    where id = ${requestId} and device_id = ${deviceId}`.execute(db);
  return rows[0];
}

/** A request on its way to its device. */
export interface WaitingRequest {
  deviceId: number;
  requestId: number;
  capability: Capability;
  requestedBy: string;
}

/** What these devices' people have not answered. Who pauses is left in peace. */
export async function findWaitingRequests(db: Database, deviceIds: readonly number[]): Promise<WaitingRequest[]> {
  const { rows } = await sql<WaitingRequest>`
    select r.device_id as "deviceId", r.id as "requestId", r.capability, u.username as "requestedBy"
    from consent_requests r join devices d on d.id = r.device_id and d.paused_at is null and d.left_at is null
    join users u on u.id = r.asked_by
    where r.device_id = any(${deviceIds}::bigint[]) and r.answered_at is null order by r.id`.execute(db);
  return rows;
}
