import { sql } from 'kysely';
import { isoTime } from '../database/list-sql.ts';

/**
 * A device as the contract shows it, for queries over `deviceSources`. It is online while the node that holds its
 * socket is alive; then it was seen just now.
 */
export const deviceFields = sql`
  d.id, d.unique_uuid as "deviceUniqueUUID", d.nickname, d.username, d.contact_info as "contactInfo",
  d.app_name as "appName", ${isoTime(sql`d.joined_at`)} as "formattedDate",
  case when n.id is null then 'Offline' else 'Online' end as status,
  ${isoTime(sql`case when n.id is null then d.last_seen_at else now() end`)} as "lastSeenAt"`;

/** True while the person shares device details, such as the model and the OS version. A held device has no capabilities. */
export const sharesDetails = sql<boolean>`('DEVICE_INFO' = any(d.capabilities) and d.paused_at is null)`;

export const deviceSources = sql`
  devices d left join gateway_nodes n on n.id = d.gateway_node_id and n.alive_until > now()`;
