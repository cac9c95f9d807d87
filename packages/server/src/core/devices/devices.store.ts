import type { Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import { askNamed, slot } from '../database/named-query.ts';
import type { Database } from '../database/schema.ts';
import type { Scope } from '../scope.ts';
import { inScope } from './list-sql.ts';

/** What decides whether an admin may use a device. */
export interface DeviceAccess {
  inScope: boolean;
  /** What the device's person shares now. */
  capabilities: Capability[];
  /** The person has stopped sharing for a while. */
  paused: boolean;
}

/** Undefined when there is no such device. A device outside the scope is found: a refused try is written down. */
export async function findDeviceAccess(
  db: Database,
  scope: Scope,
  deviceId: number,
): Promise<DeviceAccess | undefined> {
  // Before every read of a device: planned once, then only looked up.
  const [access] = await askNamed(
    db,
    scope.allDevices ? 'device access of all' : 'device access of assigned',
    () => sql<DeviceAccess>`
      select d.capabilities, d.paused_at is not null as paused,
        ${inScope({ ...scope, userId: slot('userId') }, sql`d.id`)} as "inScope"
      from devices d where d.id = ${slot('deviceId')} and d.left_at is null`,
    { deviceId, userId: scope.userId },
  );
  return access;
}
