import type {
  Device,
  DeviceFilter,
  deviceList,
  deviceSortFields,
  deviceSummary,
  OutputOf,
  ParsedInputOf,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { AppError } from '../../core/app-error.ts';
import { selectLongListPage } from '../../core/database/long-list.ts';
import { param } from '../../core/database/named-query.ts';
import { folded, searchPattern, searchValues } from '../../core/database/text-search.ts';
import { mayCount, mayRead } from '../disclosure/disclosure-sql.ts';
import type { Database } from '../schema/schema.ts';
import {
  detailSources,
  deviceFields,
  groupTags,
  isToldDetails,
  listedDeviceFields,
  seesMembers,
} from './device-fields.ts';
import { shownName } from '../shown-names.ts';
import { all, containsPattern } from '../../core/database/list-sql.ts';
import { inScope, keptCount, seesGroup } from '../scope-sql.ts';
import type { JsonPage } from '../../core/database/page.ts';
import type { Scope } from '../scope.ts';

type DeviceInput = ParsedInputOf<typeof deviceList>;
type Summary = OutputOf<typeof deviceSummary>;

/**
 * The sort expressions; each has an index of its own on `devices`. A node that died a moment ago still counts in the order
 * by status, but not in the status itself.
 */
const orders: Record<(typeof deviceSortFields)[number], RawBuilder<unknown>> = {
  id: sql`d.id`,
  name: sql`${shownName} collate natural_order`,
  deviceUniqueUUID: sql`d.unique_uuid`,
  username: sql`d.username collate natural_order`,
  contactInfo: sql`d.contact_info collate natural_order`,
  appName: sql`d.app_name collate natural_order`,
  formattedDate: sql`d.joined_at`,
  status: sql`(case when d.gateway_node_id is not null then 2 when d.reachable then 1 else 0 end)`,
};

/**
 * Lists devices. The details that people share are shown, and searched, for those devices of which this admin may be told them.
 * Plan: a page walks the index of its sort column; the joins for the displayed columns run for that page only. A search
 * reads `device_search`, by its trigram indexes or row by row (`firstMatches`), or checks each row of the walk, whichever the long list
 * decides. The total comes from `list_counts`.
 */
export async function listDevices(db: Database, scope: Scope, input: DeviceInput): Promise<JsonPage> {
  const listed = scopeOfFilter(scope, input.filter);
  const isUnfiltered = scope.allDevices && Object.values(input.filter).every((value) => value === undefined);
  return await selectLongListPage(
    db,
    {
      table: sql`devices d`,
      sources: detailSources(param('admin')),
      fields: listedDeviceFields(scope, param('admin')),
      values: { admin: scope.userId, ...searchValues(input.search) },
      id: sql`d.id`,
      where: presentIn(listed),
      kept: keptCount('devices', listed),
      narrowed: narrowingOf(scope, input, listed, { admin: param('admin'), pattern: searchPattern }),
      sortBy: orders[input.sortBy],
      direction: input.sortDirection,
      // Only a query over all devices is a named one. An admin's own devices may be ten or a hundred thousand, so that
      // query is planned with the parameter's value.
      ...(isUnfiltered && {
        name: `devices by ${input.sortBy} ${input.sortDirection}${input.search === '' ? '' : ', found'}`,
      }),
    },
    input,
  );
}

/** A SUPER_ADMIN can filter by an admin and then sees that admin's scope. */
function scopeOfFilter(scope: Scope, { adminId }: DeviceFilter): Scope {
  if (adminId === undefined) return scope;
  if (!scope.allDevices) throw new AppError('not_allowed');
  return { userId: adminId, allDevices: false };
}

function presentIn(scope: Scope): RawBuilder<unknown> {
  return sql`d.left_at is null and ${inScope(scope, sql`d.id`)}`;
}

/**
 * The condition on `devices d` for all rows of the list with this search and filter, for queries that need the matching devices but
 * not a page of them.
 */
export function isListed(scope: Scope, input: Pick<DeviceInput, 'search' | 'filter'>): RawBuilder<unknown> {
  // The values stand in the statement itself, without named parameters: it is planned for each call, so the plan can fit them.
  const given = { admin: sql`${scope.userId}::bigint`, pattern: folded(containsPattern(input.search)) };
  const listed = scopeOfFilter(scope, input.filter);
  const narrowed = narrowingOf(scope, input, listed, given);
  return all([presentIn(listed), ...(narrowed === null ? [] : [narrowed.found])]);
}

/** The caller and the pattern of the search, as SQL. */
interface Given {
  admin: RawBuilder<unknown>;
  pattern: RawBuilder<unknown>;
}

/** `scope` is the caller's own: it decides which groups they may filter by, and by whose details they find a device. */
function narrowingOf(
  scope: Scope,
  { search, filter }: Pick<DeviceInput, 'search' | 'filter'>,
  listed: Scope,
  { admin, pattern }: Given,
) {
  const { status, appName, groupId } = filter;
  const filters = [
    status === undefined ? [] : hasStatus(status),
    appName === undefined ? [] : sql`d.app_name collate natural_order = ${appName}`,
    groupId === undefined ? [] : isInGroup(scope, groupId),
  ].flat();
  if (search === '') return filters.length === 0 ? null : { found: all(filters), matches: all(filters) };
  const reader = (holds: RawBuilder<boolean>) =>
    sql`exists (select from users reader where reader.id = ${admin} and ${holds})`;
  // The details of a device are empty unless its person shares them, so each device is asked about only where the owner demands a reason or
  // an agreement for it.
  const areTold = sql`(${reader(mayCount(sql`reader`, 'DEVICE_INFO'))} or (${reader(mayRead(sql`reader`, 'DEVICE_INFO'))}
    and (select ${isToldDetails(admin)} from devices d where d.id = s.device_id)))`;
  const hasText = sql`(s.text like ${pattern} or (s.details like ${pattern} and ${areTold}))`;
  const found = sql`d.id in (select s.device_id from device_search s where ${hasText})`;
  const matches = sql`(select ${hasText} from device_search s where s.device_id = d.id)`;
  const isListedDevice =
    filters.length === 0
      ? inScope(listed, sql`s.device_id`)
      : sql`exists (select from devices d where d.id = s.device_id and ${all([presentIn(listed), ...filters])})`;
  return {
    found: all([found, ...filters]),
    matches: all([matches, ...filters]),
    // A device that has left has no text.
    search: {
      table: sql`device_search s`,
      id: sql`s.device_id`,
      texts: [sql`s.text`, sql`s.details`] as const,
      where: isListedDevice,
      matches: hasText,
      kept: keptCount('devices', listed),
    },
  };
}

/** True for members of a group that the admin sees, as far as they may know of it. Members of any other group are not found. */
export function isInGroup(scope: Scope, groupId: number): RawBuilder<unknown> {
  return sql`exists (select from group_devices m where m.group_id = ${groupId} and m.device_id = d.id)
    and exists (select from groups g where g.id = ${groupId} and ${seesGroup(scope)} and ${seesMembers(scope)})`;
}

/** True for devices with this status. */
function hasStatus(status: Device['status']): RawBuilder<unknown> {
  const alive = sql`(select from gateway_nodes where id = d.gateway_node_id and alive_until > now())`;
  // `exists` implies the first condition, which is repeated so that PostgreSQL can use the index on it.
  if (status === 'Online') return sql`d.gateway_node_id is not null and exists ${alive}`;
  return sql`${status === 'Reachable' ? sql`d.reachable` : sql`not d.reachable`} and not exists ${alive}`;
}

export async function findDevice(db: Database, scope: Scope, deviceId: number): Promise<Summary | undefined> {
  const { rows } = await sql<Summary>`
    select ${deviceFields}, d.sharing_hours as hours, d.offers, ${groupTags(scope)} as groups
    from ${detailSources(sql`${scope.userId}::bigint`)}
    where d.id = ${deviceId} and d.left_at is null and ${inScope(scope, sql`d.id`)}`.execute(db);
  return rows[0];
}

/** Sets a device's nickname and returns the previous one. Undefined when there is no such device in scope. */
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
