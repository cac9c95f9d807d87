import { sql } from 'kysely';
import { accessObject, type DeviceAccess } from '../devices/devices.store.ts';
import { deviceSources } from '../devices/device-fields.ts';
import type { Database } from '../schema/schema.ts';
import type { Scope } from '../scope.ts';
import { inScope } from '../scope-sql.ts';

/** What decides whether an action could be carried out on a device now. */
export interface PreviewedDevice {
  access: DeviceAccess;
  online: boolean;
}

/** Reads the access to devices, by primary key for each. */
export async function findDevicesForPreview(
  db: Database,
  scope: Scope,
  deviceIds: readonly number[],
): Promise<PreviewedDevice[]> {
  const { rows } = await sql<PreviewedDevice>`
    select ${accessObject(sql`${scope.userId}::bigint`, inScope(scope, sql`d.id`))} as access, n.id is not null as online
    from ${deviceSources} where d.id = any(${deviceIds}::bigint[]) and d.left_at is null`.execute(db);
  return rows;
}
