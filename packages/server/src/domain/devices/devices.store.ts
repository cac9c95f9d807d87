import type { Capability, Offers, SharingHours } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { runNamedRead, param } from '../../core/database/named-query.ts';
import type { Database } from '../schema/schema.ts';
import type { Scope } from '../scope.ts';
import { inScope } from '../scope-sql.ts';

/** The facts that decide whether an admin may use a device. */
export interface DeviceAccess {
  inScope: boolean;
  /** The capabilities that the person shares now. */
  capabilities: Capability[];
  /** True while the person pauses sharing. */
  paused: boolean;
  /** True after a restore, until the device has reported what its person shares. */
  quarantined: boolean;
  /** The hours in which data may be collected; null for any hour. */
  hours: SharingHours | null;
  /** The commands that its client can carry out; null for all. */
  offers: Offers | null;
  /** False while the device does not show its notice of supervision; null before it reported. */
  noticeShown: boolean | null;
  /** The reason that this admin gave within the last half hour; null for none. */
  reason: string | null;
  /** The uses that a second admin agreed to, as "capability action"; null for none. */
  approvals: string[] | null;
}

/**
 * Builds `DeviceAccess` as one JSON value from a device `d` and the id of an admin. Plan: primary key of `given_reasons`, the partial
 * index `approvals_agreed`, and the primary key of `device_assignments`.
 */
export function accessObject(userId: RawBuilder<unknown>, isInScope: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`json_build_object('capabilities', d.capabilities, 'paused', d.paused_at is not null,
      'quarantined', d.restored_at is not null, 'hours', d.sharing_hours, 'offers', d.offers, 'noticeShown', d.notice_shown,
      'reason', (select r.reason from given_reasons r
        where r.user_id = ${userId} and r.device_id = d.id and r.expires_at > now()),
      'approvals', (select json_agg(p.capability || ' ' || p.action) from approvals p
        where p.asked_by = ${userId} and p.device_id = d.id and p.holds_until > now()),
      'inScope', ${isInScope})`;
}

/** Selects `DeviceAccess`. The query must have the parameters `deviceId` and `userId`. */
export function deviceAccessJson({ allDevices }: Scope): RawBuilder<unknown> {
  const userId = param('userId');
  return sql`select ${accessObject(userId, inScope({ allDevices, userId }, sql`d.id`))}
    from devices d where d.id = ${param('deviceId')} and d.left_at is null`;
}

/**
 * Finds the access to a device; undefined when it does not exist or has left. A device outside the scope is found too,
 * because a refused attempt is logged.
 */
export async function findDeviceAccess(
  db: Database,
  scope: Scope,
  deviceId: number,
): Promise<DeviceAccess | undefined> {
  // This runs before every use of a device, so it is a named query that is planned once.
  const [found] = await runNamedRead(
    db,
    `device access of ${scope.allDevices ? 'all' : 'assigned'}`,
    () => sql<{ access: DeviceAccess | null }>`select (${deviceAccessJson(scope)}) as access`,
    { deviceId, userId: scope.userId },
  );
  return found?.access ?? undefined;
}

/** True when this was a device of this admin until it left. For everybody else it never existed. */
export async function hasLeft(db: Database, scope: Scope, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    select from devices d
    where d.id = ${deviceId} and d.left_at is not null and ${inScope(scope, sql`d.id`)}`.execute(db);
  return rows.length > 0;
}

/** Finds the device of a token; undefined when there is none or it has left. */
export async function findDeviceByToken(db: Database, tokenHash: Buffer): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from devices where token_hash = ${tokenHash} and left_at is null`.execute(db);
  return rows[0]?.id;
}
