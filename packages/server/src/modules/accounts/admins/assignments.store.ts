import type { clientsOfAdmin, ParsedInputOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { selectLongListPage } from '../../../core/database/long-list.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { detailSources, deviceFields, seesMembers } from '../../../shared/device-state/device-fields.ts';
import { shownName } from '../../../shared/shown-names.ts';
import { all, containsPattern } from '../../../core/database/list-sql.ts';
import { inScope, keptCount, seesGroup } from '../../../shared/scope-sql.ts';
import type { JsonPage } from '../../../core/database/page.ts';
import type { Scope } from '../../../shared/scope.ts';
import { folded } from '../../../core/database/text-search.ts';

type ClientsInput = ParsedInputOf<typeof clientsOfAdmin>;

const orders = { id: sql`d.id`, username: sql`d.username collate natural_order` };

/**
 * Devices of the caller's scope that are assigned to another admin, or not assigned to them. Plan: `selectLongListPage` with the sort
 * indexes `devices_present` and `devices_username`; a search uses the trigram index `device_search_text`. The total comes
 * from `list_counts`, which triggers on `devices` and `device_assignments` maintain.
 */
export function listClients(db: Database, scope: Scope, input: ClientsInput, which: 'assigned' | 'free') {
  const theirs = inScope({ userId: input.userId, allDevices: false }, sql`d.id`);
  const conditions = [which === 'assigned' ? theirs : sql`not ${theirs}`, ...found(input.search)];
  const page: Promise<JsonPage> = selectLongListPage(
    db,
    {
      table: sql`devices d`,
      sources: detailSources(sql`${scope.userId}::bigint`),
      fields:
        which === 'assigned' ? sql`${deviceFields}, ${viaGroups(scope, input.userId)} as "viaGroups"` : deviceFields,
      id: sql`d.id`,
      where: sql`d.left_at is null and ${inScope(scope, sql`d.id`)}`,
      kept: keptCount('devices', scope),
      narrowed: { found: all(conditions), matches: all(conditions) },
      sortBy: orders[input.sortBy],
      direction: input.sortDirection,
    },
    input,
  );
  return page;
}

/** The names of the groups through which an admin has the device `d`; only those that the caller sees. */
function viaGroups(scope: Scope, userId: number): RawBuilder<unknown> {
  return sql`array(select g.name from group_devices m join groups g on g.id = m.group_id
    join group_assignments t on t.group_id = g.id and t.user_id = ${userId}
    where m.device_id = d.id and ${seesGroup(scope)} and ${seesMembers(scope)} order by g.name)`;
}

function found(search: string): RawBuilder<unknown>[] {
  if (search === '') return [];
  return [sql`d.id in (select device_id from device_search where text like ${folded(containsPattern(search))})`];
}

/** Those of the devices that are present and in scope. */
export async function findDevices(
  db: Database,
  scope: Scope,
  deviceIds: readonly number[],
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select d.id, ${shownName} as name from devices d
    where d.id = any(${deviceIds}::bigint[]) and d.left_at is null and ${inScope(scope, sql`d.id`)}
    order by d.id`.execute(db);
  return rows;
}

interface Outcome {
  /** The ids of the devices whose assignment changed. */
  changed: number[];
  /** How many devices the admin had before. */
  before: number;
}

/**
 * Assigns devices directly; those that the admin had through a group stay when the group goes. The triggers
 * `device_assignments_count_new` and `_fleet_new` update the counters.
 */
export async function insertAssignments(db: Database, userId: number, deviceIds: readonly number[]): Promise<Outcome> {
  const before = await countAssigned(db, userId);
  const { rows } = await sql<{ id: number }>`
    insert into device_assignments (user_id, device_id) select ${userId}, id from unnest(${deviceIds}::bigint[]) as t (id)
    on conflict (user_id, device_id) do update set direct = true where not device_assignments.direct
    returning device_id as id`.execute(db);
  return { changed: rows.map(({ id }) => id), before };
}

/** Removes the direct assignment of devices that the admin keeps through a group. */
export async function keepByGroup(db: Database, userId: number, deviceIds: readonly number[]): Promise<void> {
  await sql`
    update device_assignments set direct = false
    where user_id = ${userId} and device_id = any(${deviceIds}::bigint[]) and direct`.execute(db);
}

/** Removes assignments. The triggers `device_assignments_count_gone` and `_fleet_gone` update the counters. */
export async function deleteAssignments(db: Database, userId: number, deviceIds: readonly number[]): Promise<Outcome> {
  const before = await countAssigned(db, userId);
  const { rows } = await sql<{ id: number }>`
    delete from device_assignments where user_id = ${userId} and device_id = any(${deviceIds}::bigint[])
    returning device_id as id`.execute(db);
  return { changed: rows.map(({ id }) => id), before };
}

async function countAssigned(db: Database, userId: number): Promise<number> {
  const kept = keptCount('devices', { userId, allDevices: false });
  const { rows } = await sql<{ amount: number }>`select (${kept})::int as amount`.execute(db);
  return rows[0]?.amount ?? 0;
}
