import type { Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../database/schema.ts';

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
  /** Why the admin asks; null when they did not say. */
  reason: string | null;
}

/** What these devices' people have not answered. Who pauses is left in peace. */
export async function findWaitingRequests(db: Database, deviceIds: readonly number[]): Promise<WaitingRequest[]> {
  const { rows } = await sql<WaitingRequest>`
    select r.device_id as "deviceId", r.id as "requestId", r.capability, u.username as "requestedBy", r.reason
    from consent_requests r join devices d on d.id = r.device_id and d.paused_at is null and d.left_at is null
    join users u on u.id = r.asked_by
    where r.device_id = any(${deviceIds}::bigint[]) and r.answered_at is null order by r.id`.execute(db);
  return rows;
}
