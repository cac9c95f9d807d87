import { type AskedKind, type Capability, limits, type ConsentRequest } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { reasonFor } from '../../../shared/disclosure/reasons.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { isoTime } from '../../../core/database/list-sql.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';
import { isUsedKind } from '../../../shared/settings/used-kinds-sql.ts';
import { nameInFull, shownAccount } from '../../../shared/shown-names.ts';

/** Withdraws all open requests of a device whose person leaves, and deletes what its passcode asked for. */
export async function withdrawRequests(db: Database, deviceId: number): Promise<void> {
  await sql`delete from consent_requests where device_id = ${deviceId} and at_joining`.execute(db);
  await sql`
    update consent_requests set answer = 'WITHDRAWN', answered_at = now()
    where device_id = ${deviceId} and answered_at is null`.execute(db);
}

/** Answers the open requests for capabilities that the person shares now. */
export async function grantRequests(
  db: Database,
  deviceId: number,
  capabilities: readonly Capability[],
): Promise<void> {
  await sql`
    update consent_requests set answer = 'GRANTED', answered_at = now()
    where device_id = ${deviceId} and capability = any(${capabilities}::text[]) and answered_at is null`.execute(db);
}

/** A request whose question the person has on their screen. */
export interface SeenRequest {
  deviceId: number;
  requestId: number;
}

/** Stores that people have open requests on their screens; the first time counts. Returns the devices of those that were new. */
export async function recordSeenRequests(db: Database, seen: readonly SeenRequest[]): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    with found as (
      select r.id from consent_requests r join unnest(${seen.map(({ requestId }) => requestId)}::bigint[],
        ${seen.map(({ deviceId }) => deviceId)}::bigint[]) as s (id, device_id) on r.id = s.id and r.device_id = s.device_id
      where r.answered_at is null and r.seen_at is null order by r.id for update of r
    )
    update consent_requests r set seen_at = now() from found where r.id = found.id
    returning r.device_id as "deviceId"`.execute(db);
  return [...new Set(rows.map(({ deviceId }) => deviceId))];
}

interface DeclinedRequest {
  capability: Capability;
  /** False when the request was already answered. */
  isNew: boolean;
}

/** Declines a request. Undefined when this device has no such request. */
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
    select capability, exists (select from declined) as "isNew" from consent_requests
    where id = ${requestId} and device_id = ${deviceId}`.execute(db);
  return rows[0];
}

/** An open request to be sent to its device. */
export interface WaitingRequest {
  deviceId: number;
  requestId: number;
  capability: Capability;
  requestedBy: string;
  /** The reason that the admin gave; null for none. */
  reason: string | null;
}

/** Finds the open requests of these devices, except of those that pause. */
export async function findWaitingRequests(db: Database, deviceIds: readonly number[]): Promise<WaitingRequest[]> {
  const { rows } = await sql<WaitingRequest>`
    select r.device_id as "deviceId", r.id as "requestId", r.capability, ${nameInFull} as "requestedBy", r.reason
    from consent_requests r join devices d on d.id = r.device_id and d.paused_at is null and d.left_at is null
    join users u on u.id = r.asked_by
    where r.device_id = any(${deviceIds}::bigint[]) and r.answered_at is null order by r.id`.execute(db);
  return rows;
}

const askAgainAfter = sql`${limits.consentRequest.askAgainAfterMs} * interval '1 millisecond'`;
/** The earliest time of the next request. After a refusal it counts from the refusal, otherwise from the request. */
const notBefore = sql`(case r.answer when 'DECLINED' then r.answered_at else r.asked_at end + ${askAgainAfter})`;

/** Selects a request in the form of the contract; needs `r` for the request and `u` for the admin who asked. */
const fieldsFor = (
  adminId: number,
): RawBuilder<unknown> => sql`r.id, r.capability, ${shownAccount} as "askedBy", r.asked_by = ${adminId}::bigint as mine, ${isoTime(sql`r.asked_at`)} as "askedAt",
  ${isoTime(sql`r.seen_at`)} as "seenAt", r.answer,
  ${isoTime(sql`r.answered_at`)} as "answeredAt",
  case when r.answer is not null and ${notBefore} > now() then ${isoTime(notBefore)} end as "notBefore",
  case when r.at_joining then r.reason end as "reasonAtJoining"`;

/** Lists the latest request for each used capability of a device, by the index `consent_requests_latest`. */
export async function listRequests(db: Database, scope: Scope, deviceId: number): Promise<ConsentRequest[]> {
  const { rows } = await sql<ConsentRequest>`
    select distinct on (r.capability) ${fieldsFor(scope.userId)} from consent_requests r join users u on u.id = r.asked_by
    where r.device_id = ${deviceId} and ${inScope(scope, sql`r.device_id`)} and ${isUsedKind(sql`r.capability`)}
    order by r.capability, r.id desc`.execute(db);
  return rows;
}

/** The capability that a device's person is asked to share. */
export interface RequestedConsent {
  deviceId: number;
  capability: Capability;
}

export async function findLatestRequest(
  db: Database,
  adminId: number,
  { deviceId, capability }: RequestedConsent,
): Promise<ConsentRequest | undefined> {
  const { rows } = await sql<ConsentRequest>`
    select ${fieldsFor(adminId)} from consent_requests r join users u on u.id = r.asked_by
    where r.device_id = ${deviceId} and r.capability = ${capability} order by r.id desc limit 1`.execute(db);
  return rows[0];
}

/** Inserts a request. Returns the reason that the admin gave; null for none. */
export async function insertRequest(db: Database, asking: RequestedConsent, askedBy: number): Promise<string | null> {
  const { rows } = await sql<{ reason: string | null }>`
    insert into consent_requests (device_id, capability, asked_by, reason)
    values (${asking.deviceId}, ${asking.capability}, ${askedBy}, ${reasonFor({
      admin: sql`${askedBy}::bigint`,
      device: sql`${asking.deviceId}::bigint`,
      capability: sql`${asking.capability}::text`,
    })})
    returning reason`.execute(db);
  return rows[0]?.reason ?? null;
}

/** What a person was asked when they joined, and what they share. */
interface AskedAtJoining {
  deviceId: number;
  /** Who made the passcode. */
  askedBy: number;
  asked: readonly AskedKind[];
  granted: readonly Capability[];
}

/** Inserts what the passcode of a joining device asked for, answered by what its person shares. */
export async function insertAskedAtJoining(
  db: Database,
  { deviceId, askedBy, asked, granted }: AskedAtJoining,
): Promise<void> {
  await sql`
    insert into consent_requests (device_id, capability, asked_by, reason, at_joining, answered_at, answer)
    select ${deviceId}, capability, ${askedBy}, reason, true, now(),
      case when capability = any(${granted}::text[]) then 'GRANTED' else 'DECLINED' end
    from unnest(${asked.map(({ capability }) => capability)}::text[], ${asked.map(({ reason }) => reason)}::text[])
      with ordinality as t (capability, reason, place)
    order by place`.execute(db);
}

/** Withdraws an open request. Returns its id; undefined when there is none. */
export async function withdrawRequest(
  db: Database,
  { deviceId, capability }: RequestedConsent,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update consent_requests set answer = 'WITHDRAWN', answered_at = now()
    where device_id = ${deviceId} and capability = ${capability} and answered_at is null returning id`.execute(db);
  return rows[0]?.id;
}
