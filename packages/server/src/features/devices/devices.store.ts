import type { Device, deviceList, deviceSortFields, ParsedInputOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { selectPage } from '../../core/database/page.ts';
import type { Database } from '../../core/database/schema.ts';
import { contactInfo, deviceFields, deviceSources } from '../../core/devices/device-fields.ts';
import { containsPattern, inScope, orderDirection } from '../../core/devices/list-sql.ts';
import type { JsonPage } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';

type DeviceSortField = (typeof deviceSortFields)[number];

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
      rows: sql`select ${deviceFields} from ${deviceSources} where ${where}
        order by ${orders[input.sortBy]} ${direction}, d.id ${direction}`,
      total: sql`select count(*) from devices d where ${where}`,
    },
    input,
  );
}

export async function findDevice(db: Database, scope: Scope, deviceId: number): Promise<Device | undefined> {
  const { rows } = await sql<Device>`
    select ${deviceFields} from ${deviceSources}
    where d.id = ${deviceId} and d.left_at is null and ${inScope(scope, sql`d.id`)}`.execute(db);
  return rows[0];
}

/** Gives a device its nickname; tells the one before. Undefined when there is no such device in scope. */
export async function updateNickname(
  db: Database,
  scope: Scope,
  { deviceId, nickname }: { deviceId: number; nickname: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ before: string }>`
    with old as (
      select d.id, d.nickname from devices d
      where d.id = ${deviceId} and d.left_at is null and ${inScope(scope, sql`d.id`)} for no key update
    )
    update devices set nickname = ${nickname} from old where devices.id = old.id
    returning old.nickname as before`.execute(db);
  return rows[0]?.before;
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
