import type { Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
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
  const { rows } = await sql<DeviceAccess>`
    select d.capabilities, d.paused_at is not null as paused, ${inScope(scope, sql`d.id`)} as "inScope"
    from devices d where d.id = ${deviceId} and d.left_at is null`.execute(db);
  return rows[0];
}
