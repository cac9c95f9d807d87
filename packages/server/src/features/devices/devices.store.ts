import type { Device, deviceList, deviceSortFields, ParsedInputOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { selectPage } from '../../core/database/page.ts';
import type { Database } from '../../core/database/schema.ts';
import { containsPattern, inScope, isoTime, orderDirection } from '../../core/devices/list-sql.ts';
import type { JsonPage } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';

type DeviceSortField = (typeof deviceSortFields)[number];

const contactInfo = sql`coalesce(u.email, u.phone_number, '')`;

/** A device is online while the node that holds its socket is alive; then it was seen just now. */
const devices = sql`
  select d.id, d.unique_uuid as "deviceUniqueUUID", d.nickname, u.username, ${contactInfo} as "contactInfo",
    d.app_name as "appName", ${isoTime(sql`d.joined_at`)} as "formattedDate",
    case when n.id is null then 'Offline' else 'Online' end as status,
    ${isoTime(sql`case when n.id is null then d.last_seen_at else now() end`)} as "lastSeenAt"
  from devices d
  join users u on u.id = d.user_id
  left join gateway_nodes n on n.id = d.gateway_node_id and n.alive_until > now()`;

/** Each of these has an index. A node that died a moment ago still counts in the order by status, not in the status. */
const orders: Record<DeviceSortField, RawBuilder<unknown>> = {
  id: sql`d.id`,
  deviceUniqueUUID: sql`d.unique_uuid`,
  username: sql`u.username collate natural_order`,
  contactInfo: sql`${contactInfo} collate natural_order`,
  appName: sql`d.app_name collate natural_order`,
  formattedDate: sql`d.joined_at`,
  status: sql`(d.gateway_node_id is not null)`,
};

export function listDevices(db: Database, scope: Scope, input: ParsedInputOf<typeof deviceList>): Promise<JsonPage> {
  const direction = orderDirection(input.sortDirection);
  const where = sql`d.left_at is null and ${inScope(scope, sql`d.id`)} and ${found(input.search)}`;
  return selectPage(
    db,
    {
      rows: sql`${devices} where ${where} order by ${orders[input.sortBy]} ${direction}, d.id ${direction}`,
      total: sql`select count(*) from devices d where ${where}`,
    },
    input,
  );
}

export async function findDevice(db: Database, scope: Scope, deviceId: number): Promise<Device | undefined> {
  const { rows } = await sql<Device>`
    ${devices} where d.id = ${deviceId} and d.left_at is null and ${inScope(scope, sql`d.id`)}`.execute(db);
  return rows[0];
}

/** As a union, so that each half uses its own trigram index. */
function found(search: string): RawBuilder<unknown> {
  if (search === '') return sql`true`;
  const pattern = containsPattern(search);
  return sql`d.id in (
    select id from devices where left_at is null
      and unique_uuid::text || E'\n' || nickname || E'\n' || name || E'\n' || app_name ilike ${pattern}
    union
    select owned.id from users join devices owned on owned.user_id = users.id
      where username || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone_number, '') ilike ${pattern})`;
}
