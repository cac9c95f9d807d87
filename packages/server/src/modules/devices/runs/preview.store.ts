import type { Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import { accessObject, type DeviceAccess } from '../../../shared/device-state/devices.store.ts';
import { deviceSources } from '../../../shared/device-state/device-fields.ts';
import { refusalToTell } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';
import { inScope } from '../../../shared/scope-sql.ts';

/** What decides whether an action could be carried out on a device now. */
export interface PreviewedDevice {
  access: DeviceAccess;
  /** Why commands of these capabilities may not be given; null for those that may. */
  refusals: Partial<Record<Capability, DeviceAccess['refusal']>> | null;
  online: boolean;
}

/** Reads what the disclosure policy says of commands of these capabilities to devices, by primary key for each. */
export async function findDevicesForPreview(
  db: Database,
  scope: Scope,
  {
    deviceIds,
    capabilities,
    isStated,
  }: { deviceIds: readonly number[]; capabilities: readonly Capability[]; isStated: boolean },
): Promise<PreviewedDevice[]> {
  const disclosure = {
    admin: sql`${scope.userId}::bigint`,
    told: sql`kind.told`,
    action: 'COMMAND' as const,
    live: sql<boolean>`kind.told <> 'NOTIFICATIONS'`,
    isInScope: inScope(scope, sql`d.id`),
    isPermitted: sql<boolean>`true`,
    isStated: sql<boolean>`${isStated}::boolean`,
  };
  const { rows } = await sql<PreviewedDevice>`
    select ${accessObject(disclosure, sql`null`)} as access, n.id is not null as online, (
      select json_object_agg(kind.told, ${refusalToTell(disclosure)}) from unnest(${capabilities}::text[]) as kind (told)) as refusals
    from ${deviceSources} where d.id = any(${deviceIds}::bigint[]) and d.left_at is null`.execute(db);
  return rows;
}
