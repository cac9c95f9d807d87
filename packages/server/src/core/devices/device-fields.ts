import { sql } from 'kysely';
import { isoTime } from './list-sql.ts';

/** Email, or phone number when there is no email. For queries over users `u`. */
export const contactInfo = sql`coalesce(u.email, u.phone_number, '')`;

/**
 * A device as the contract shows it, for queries over `deviceSources`. It is online while the node that holds its
 * socket is alive; then it was seen just now.
 */
export const deviceFields = sql`
  d.id, d.unique_uuid as "deviceUniqueUUID", d.nickname, u.username, ${contactInfo} as "contactInfo",
  d.app_name as "appName", ${isoTime(sql`d.joined_at`)} as "formattedDate",
  case when n.id is null then 'Offline' else 'Online' end as status,
  ${isoTime(sql`case when n.id is null then d.last_seen_at else now() end`)} as "lastSeenAt"`;

export const deviceSources = sql`
  devices d
  join users u on u.id = d.user_id
  left join gateway_nodes n on n.id = d.gateway_node_id and n.alive_until > now()`;
