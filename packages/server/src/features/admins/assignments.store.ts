import type { clientsOfAdmin, ParsedInputOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { selectLongListPage } from '../../core/database/long-list.ts';
import type { Database } from '../../core/database/schema.ts';
import { deviceFields, deviceSources } from '../../core/devices/device-fields.ts';
import { all, containsPattern, inScope, keptCount } from '../../core/database/list-sql.ts';
import type { JsonPage } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';

type ClientsInput = ParsedInputOf<typeof clientsOfAdmin>;

const orders = { id: sql`d.id`, username: sql`d.username collate natural_order` };

/** Of the devices in this admin's own scope: those that another one has, or those that they do not have. */
export function listClients(db: Database, scope: Scope, input: ClientsInput, which: 'assigned' | 'free') {
  const theirs = inScope({ userId: input.userId, allDevices: false }, sql`d.id`);
  const conditions = [which === 'assigned' ? theirs : sql`not ${theirs}`, ...found(input.search)];
  const page: Promise<JsonPage> = selectLongListPage(
    db,
    {
      table: sql`devices d`,
      sources: deviceSources,
      fields: deviceFields,
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

function found(search: string): RawBuilder<unknown>[] {
  if (search === '') return [];
  return [sql`d.id in (select device_id from device_search where text ilike ${containsPattern(search)})`];
}

/** Those of these devices that are here and in scope. */
export async function findDevices(
  db: Database,
  scope: Scope,
  deviceIds: readonly number[],
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select d.id, coalesce(nullif(d.nickname, ''), d.name) as name from devices d
    where d.id = any(${deviceIds}::bigint[]) and d.left_at is null and ${inScope(scope, sql`d.id`)}
    order by d.id`.execute(db);
  return rows;
}

interface Outcome {
  /** Which of the devices it made a difference for. */
  changed: number[];
  /** How many devices the admin had. */
  before: number;
}

export async function insertAssignments(db: Database, userId: number, deviceIds: readonly number[]): Promise<Outcome> {
  const before = await countAssigned(db, userId);
  const { rows } = await sql<{ id: number }>`
    insert into device_assignments (user_id, device_id) select ${userId}, id from unnest(${deviceIds}::bigint[]) as t (id)
    on conflict do nothing returning device_id as id`.execute(db);
  return { changed: rows.map(({ id }) => id), before };
}

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
