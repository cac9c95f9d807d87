import type { DeviceStatus } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../core/database/list-sql.ts';
import { isTold } from '../disclosure/disclosure-sql.ts';
import { seesGroup } from '../scope-sql.ts';
import type { Scope } from '../scope.ts';
import { shownPerson } from '../shown-names.ts';

/** Selects the status of a device, for queries over `deviceSources`: online while the node that has its socket is alive. */
export const deviceStatus = sql<DeviceStatus>`case when n.id is not null then 'Online'
  when d.reachable then 'Reachable' else 'Offline' end`;

/** Selects a device in the form of the contract, for queries over `detailSources`. While it is online, `lastSeenAt` is now. */
export const deviceFields = sql`
  d.id, d.unique_uuid as "deviceUniqueUUID", d.nickname, d.username,
  ${shownPerson} as "displayName", d.contact_info as "contactInfo",
  d.app_name as "appName", ${isoTime(sql`d.joined_at`)} as "formattedDate",
  ${deviceStatus} as status,
  ${isoTime(sql`case when n.id is null then d.last_seen_at else now() end`)} as "lastSeenAt",
  d.notice_shown as "noticeShown", d.platform, case when details.are_told then nullif(d.os_name, '') end as "osName"`;

/** Selects those groups of the device `d` that an admin sees, for tags. */
export function groupTags(scope: Scope, userId: number | RawBuilder<unknown> = scope.userId): RawBuilder<unknown> {
  return sql`coalesce((
    select json_agg(json_build_object('id', g.id, 'name', g.name, 'colour', g.colour) order by g.name, g.id)
    from group_devices m join groups g on g.id = m.group_id
    where m.device_id = d.id and ${seesGroup(scope)} and ${seesMembers({ userId })}), '[]')`;
}

/** Selects a device for the device list, for queries over `detailSources` of this admin, who may be a query parameter. */
export function listedDeviceFields(scope: Scope, admin: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${deviceFields}, d.name, case when details.are_told then nullif(d.model, '') end as model,
    case when details.are_told then d.battery_percent end as "batteryPercent",
    case when details.are_told then d.charging end as charging,
    case when d.paused_at is null then cardinality(d.capabilities) else 0 end as "sharedCount",
    ${groupTags(scope, admin)} as groups`;
}

export const deviceSources = sql`
  devices d left join gateway_nodes n on n.id = d.gateway_node_id and n.alive_until > now()`;

/** True when this admin may be told the details of the device `d`, such as its model; scope is asked elsewhere in the query. */
export function isToldDetails(admin: RawBuilder<unknown>): RawBuilder<boolean> {
  return isTold({ admin, told: 'DEVICE_INFO', isInScope: sql`true` });
}

/**
 * True when this admin may know that the device `d` is in the group `g`, which they see: members of a group by operating system have that
 * system. The owner of the group is asked by `matchesRule`.
 */
export function seesMembers({ userId }: { userId: number | RawBuilder<unknown> }): RawBuilder<boolean> {
  return sql`(not coalesce(g.rule ? 'osName', false) or ${isToldDetails(sql`${userId}::bigint`)})`;
}

/**
 * Like `deviceSources`, with `details.are_told`: whether this admin may be told the details of the device, such as its model, system and
 * battery. Plan: "offset 0" has it decided once per row that is shown; the admin's permission and what the owner demands are looked up once
 * per query.
 */
export function detailSources(admin: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${deviceSources} cross join lateral (select ${isToldDetails(admin)} as are_told offset 0) as details`;
}
