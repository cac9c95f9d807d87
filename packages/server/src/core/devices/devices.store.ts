import type { Capability, Offers, SharingHours } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { readNamed, slot } from '../database/named-query.ts';
import type { Database } from '../database/schema.ts';
import type { Scope } from '../scope.ts';
import { inScope } from '../database/list-sql.ts';

/** What decides whether an admin may use a device. */
export interface DeviceAccess {
  inScope: boolean;
  /** What the device's person shares now. */
  capabilities: Capability[];
  /** The person has stopped sharing for a while. */
  paused: boolean;
  /** A restore brought it back, and it has not said yet what its person shares. */
  held: boolean;
  /** Outside of these nothing is asked of the device; null for any hour. */
  hours: SharingHours | null;
  /** What its client can carry out; null for everything. */
  offers: Offers | null;
  /** False while the device's note that it is supervised is not shown; null before it told. */
  noticeShown: boolean | null;
  /** Why this admin uses it, as they said lately; null when they said nothing. */
  reason: string | null;
  /** What a second admin agreed to for this admin, as `approvalKey` writes it; null when nothing holds. */
  approvals: string[] | null;
}

/** What decides about a device, as one JSON value: for a query that has `deviceId` and `userId` as slots. */
export function accessBeside({ allDevices }: Scope): RawBuilder<unknown> {
  return sql`select json_build_object('capabilities', d.capabilities, 'paused', d.paused_at is not null,
      'held', d.restored_at is not null, 'hours', d.sharing_hours, 'offers', d.offers, 'noticeShown', d.notice_shown,
      'reason', (select r.reason from given_reasons r
        where r.user_id = ${slot('userId')} and r.device_id = d.id and r.expires_at > now()),
      'approvals', (select json_agg(p.capability || ' ' || p.action) from approvals p
        where p.asked_by = ${slot('userId')} and p.device_id = d.id and p.holds_until > now()),
      'inScope', ${inScope({ allDevices, userId: slot('userId') }, sql`d.id`)})
    from devices d where d.id = ${slot('deviceId')} and d.left_at is null`;
}

/** Undefined when there is no such device. A device outside the scope is found: a refused try is written down. */
export async function findDeviceAccess(
  db: Database,
  scope: Scope,
  deviceId: number,
): Promise<DeviceAccess | undefined> {
  // Before every use of a device: planned once, then only looked up.
  const [found] = await readNamed(
    db,
    `device access of ${scope.allDevices ? 'all' : 'assigned'}`,
    () => sql<{ access: DeviceAccess | null }>`select (${accessBeside(scope)}) as access`,
    { deviceId, userId: scope.userId },
  );
  return found?.access ?? undefined;
}

/** Whether this was a device of this admin's until it left. To everybody else it is as if it had never been. */
export async function hasLeft(db: Database, scope: Scope, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    select from devices d
    where d.id = ${deviceId} and d.left_at is not null and ${inScope(scope, sql`d.id`)}`.execute(db);
  return rows.length > 0;
}

/** The device that holds a token. Undefined when none does, or it has left. */
export async function findDeviceByToken(db: Database, tokenHash: Buffer): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from devices where token_hash = ${tokenHash} and left_at is null`.execute(db);
  return rows[0]?.id;
}
