import { limits, type Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isActiveAdmin } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { nameInFull } from '../../../shared/shown-names.ts';

/** The admins of a device, and whether it can be reached by push. */
export interface DeviceSupervision {
  deviceId: number;
  /** The names of the first admins in full; `moreAdmins` counts the rest. */
  admins: string[];
  moreAdmins: number;
  pushSubscribed: boolean;
}

/**
 * Finds the admins of these devices: those to whom they are assigned and who can sign in. A SUPER_ADMIN without an
 * assignment is not listed, because they see every device. Plan: per device a lateral join over the index
 * `device_assignments_device`, then `users` by primary key.
 */
export async function findSupervision(db: Database, deviceIds: readonly number[]): Promise<DeviceSupervision[]> {
  const { adminsShown } = limits.supervision;
  const { rows } = await sql<DeviceSupervision>`
    select d.id as "deviceId", coalesce(a.names[1:${adminsShown}], '{}') as admins,
      greatest(0, coalesce(cardinality(a.names), 0) - ${adminsShown}) as "moreAdmins", d.reachable as "pushSubscribed"
    from devices d cross join lateral (
      select array_agg(${nameInFull} order by u.username collate natural_order, u.username) as names
      from device_assignments t join users u on u.id = t.user_id
      where t.device_id = d.id and ${isActiveAdmin(sql`u`)}
    ) as a
    where d.id = any(${deviceIds}::bigint[]) and d.left_at is null`.execute(db);
  return rows;
}

/** Finds which of these devices are assigned to an admin. */
export async function findAssigned(db: Database, userId: number, deviceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    select device_id as "deviceId" from device_assignments
    where user_id = ${userId} and device_id = any(${deviceIds}::bigint[])`.execute(db);
  return rows.map(({ deviceId }) => deviceId);
}

/** Finds what the people of these devices share. */
export async function findShared(
  db: Database,
  deviceIds: readonly number[],
): Promise<{ deviceId: number; capabilities: Capability[] }[]> {
  const { rows } = await sql<{ deviceId: number; capabilities: Capability[] }>`
    select id as "deviceId", capabilities from devices where id = any(${deviceIds}::bigint[]) and left_at is null`.execute(
    db,
  );
  return rows;
}
