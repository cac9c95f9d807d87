import type { DeviceStatus } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isoTime } from '../database/list-sql.ts';

/** True while the person shares device details, such as the model and the OS version. A held device has no capabilities. */
export const sharesDetails = sql<boolean>`('DEVICE_INFO' = any(d.capabilities) and d.paused_at is null)`;

/** The status of a device, for queries over `deviceSources`: online while the node that holds its socket is alive. */
export const deviceStatus = sql<DeviceStatus>`case when n.id is not null then 'Online'
  when d.reachable then 'Reachable' else 'Offline' end`;

/** A device as the contract shows it, for queries over `deviceSources`. While it is online, it was seen just now. */
export const deviceFields = sql`
  d.id, d.unique_uuid as "deviceUniqueUUID", d.nickname, d.username, d.contact_info as "contactInfo",
  d.app_name as "appName", ${isoTime(sql`d.joined_at`)} as "formattedDate",
  ${deviceStatus} as status,
  ${isoTime(sql`case when n.id is null then d.last_seen_at else now() end`)} as "lastSeenAt",
  d.notice_shown as "noticeShown", d.platform, case when ${sharesDetails} then nullif(d.os_name, '') end as "osName"`;

export const deviceSources = sql`
  devices d left join gateway_nodes n on n.id = d.gateway_node_id and n.alive_until > now()`;
