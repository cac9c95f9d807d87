import type { DeviceStatus } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../core/database/list-sql.ts';
import { seesGroup } from '../scope-sql.ts';
import type { Scope } from '../scope.ts';

/**
 * True while the person shares device details, such as the model and the OS version. A quarantined device has no
 * capabilities.
 */
export const sharesDetails = sql<boolean>`('DEVICE_INFO' = any(d.capabilities) and d.paused_at is null)`;

/** Selects the status of a device, for queries over `deviceSources`: online while the node that has its socket is alive. */
export const deviceStatus = sql<DeviceStatus>`case when n.id is not null then 'Online'
  when d.reachable then 'Reachable' else 'Offline' end`;

/** Selects a device in the form of the contract, for queries over `deviceSources`. While it is online, `lastSeenAt` is now. */
export const deviceFields = sql`
  d.id, d.unique_uuid as "deviceUniqueUUID", d.nickname, d.username, d.contact_info as "contactInfo",
  d.app_name as "appName", ${isoTime(sql`d.joined_at`)} as "formattedDate",
  ${deviceStatus} as status,
  ${isoTime(sql`case when n.id is null then d.last_seen_at else now() end`)} as "lastSeenAt",
  d.notice_shown as "noticeShown", d.platform, case when ${sharesDetails} then nullif(d.os_name, '') end as "osName"`;

/** Selects those groups of the device `d` that an admin sees, for tags. */
export function groupTags(scope: Scope): RawBuilder<unknown> {
  return sql`coalesce((
    select json_agg(json_build_object('id', g.id, 'name', g.name, 'colour', g.colour) order by g.name, g.id)
    from group_devices m join groups g on g.id = m.group_id where m.device_id = d.id and ${seesGroup(scope)}), '[]')`;
}

/** Selects a device for the device list. `readsDetails` is true for an admin who may read the details that a person shares. */
export function listedDeviceFields(scope: Scope, readsDetails: boolean): RawBuilder<unknown> {
  const detail = (field: RawBuilder<unknown>) =>
    readsDetails ? sql`case when ${sharesDetails} then ${field} end` : sql`null`;
  return sql`${deviceFields}, d.name, ${detail(sql`nullif(d.model, '')`)} as model,
    ${detail(sql`d.battery_percent`)} as "batteryPercent", ${detail(sql`d.charging`)} as charging,
    case when d.paused_at is null then cardinality(d.capabilities) else 0 end as "sharedCount",
    ${groupTags(scope)} as groups`;
}

export const deviceSources = sql`
  devices d left join gateway_nodes n on n.id = d.gateway_node_id and n.alive_until > now()`;
