import type { Device, deviceList, deviceSortFields, deviceSummary, OutputOf, ParsedInputOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { selectLongListPage } from '../../core/database/long-list.ts';
import type { Database } from '../../core/database/schema.ts';
import { deviceFields, deviceSources, listedDeviceFields } from '../../core/devices/device-fields.ts';
import { all, containsPattern, inScope, keptCount } from '../../core/database/list-sql.ts';
import type { JsonPage } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';

type DeviceInput = ParsedInputOf<typeof deviceList>;
type Summary = OutputOf<typeof deviceSummary>;

/** Each of these has an index. A node that died a moment ago still counts in the order by status, not in the status. */
const orders: Record<(typeof deviceSortFields)[number], RawBuilder<unknown>> = {
  id: sql`d.id`,
  name: sql`coalesce(nullif(d.nickname, ''), d.name) collate natural_order`,
  deviceUniqueUUID: sql`d.unique_uuid`,
  username: sql`d.username collate natural_order`,
  contactInfo: sql`d.contact_info collate natural_order`,
  appName: sql`d.app_name collate natural_order`,
  formattedDate: sql`d.joined_at`,
  status: sql`(case when d.gateway_node_id is not null then 2 when d.reachable then 1 else 0 end)`,
};

/**
 * Lists the devices in scope. With `readsDetails` the admin may read device details: model and battery of devices whose people share
 * them are listed and searched.
 */
export function listDevices(db: Database, scope: Scope, input: DeviceInput, readsDetails: boolean): Promise<JsonPage> {
  return selectLongListPage(
    db,
    {
      table: sql`devices d`,
      sources: deviceSources,
      fields: listedDeviceFields(readsDetails),
      id: sql`d.id`,
      where: sql`d.left_at is null and ${inScope(scope, sql`d.id`)}`,
      kept: keptCount('devices', scope),
      narrowed: narrowedBy(input, readsDetails),
      sortBy: orders[input.sortBy],
      direction: input.sortDirection,
      // An admin has ten devices or a hundred thousand: that is planned with their number in view.
      ...(scope.allDevices && {
        name: `devices by ${input.sortBy} ${input.sortDirection}${readsDetails ? ' with details' : ''}`,
      }),
    },
    input,
  );
}

function narrowedBy({ search, filter: { status, appName } }: DeviceInput, readsDetails: boolean) {
  const filters = [
    status === undefined ? [] : hasStatus(status),
    appName === undefined ? [] : sql`d.app_name collate natural_order = ${appName}`,
  ].flat();
  if (search === '') return filters.length === 0 ? null : { found: all(filters), matches: all(filters) };
  const pattern = containsPattern(search);
  const hasText = readsDetails
    ? sql`(s.text ilike ${pattern} or s.details ilike ${pattern})`
    : sql`s.text ilike ${pattern}`;
  const found = sql`d.id in (select s.device_id from device_search s where ${hasText})`;
  const matches = sql`(select ${hasText} from device_search s where s.device_id = d.id)`;
  return { found: all([found, ...filters]), matches: all([matches, ...filters]) };
}

function hasStatus(status: Device['status']): RawBuilder<unknown> {
  const alive = sql`(select from gateway_nodes where id = d.gateway_node_id and alive_until > now())`;
  // `exists` implies the first condition, which is repeated so that PostgreSQL can use the index on it.
  if (status === 'Online') return sql`d.gateway_node_id is not null and exists ${alive}`;
  return sql`${status === 'Reachable' ? sql`d.reachable` : sql`not d.reachable`} and not exists ${alive}`;
}

export async function findDevice(db: Database, scope: Scope, deviceId: number): Promise<Summary | undefined> {
  const { rows } = await sql<Summary>`
    select ${deviceFields}, d.sharing_hours as hours, d.offers from ${deviceSources}
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
