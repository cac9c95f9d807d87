import type { SharedVersionCounts, VersionCount, VersionCounts } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { askNamed, slot } from '../database/named-query.ts';
import type { Database } from '../database/schema.ts';
import { scopeKey, type Scope } from '../scope.ts';

/** What is kept about the devices of a scope. */
export interface FleetFigures {
  usersCount: number;
  devicesCount: number;
  activeDevicesCount: number;
  osVersions: SharedVersionCounts;
  appVersions: VersionCounts;
}

/** More do not fit into a chart, and a device could call itself anything. */
const versionsShown = 50;

interface Kept {
  users: number;
  devices: number;
  active: number;
  unshared: number;
  os: VersionCount[];
  app: VersionCount[];
}

/** Reads what is kept; nothing is counted, however many devices there are. */
export async function readFleetFigures(db: Database, scope: Scope): Promise<FleetFigures> {
  const [kept] = await askNamed(db, 'fleet figures', keptFigures, { scope: scopeKey(scope) });
  if (kept === undefined) throw new Error('A select without from returns one row.');
  const { users, devices, active, unshared, os, app } = kept;
  return {
    usersCount: users,
    devicesCount: devices,
    // Who is online is counted a moment later than who is here.
    activeDevicesCount: Math.min(active, devices),
    osVersions: { ...versionCounts(os, devices - unshared), notShared: unshared },
    appVersions: versionCounts(app, devices),
  };
}

function keptFigures(): RawBuilder<Kept> {
  const scope = sql`scope = ${slot('scope')}::bigint`;
  return sql<Kept>`
    select
      (select coalesce(sum(amount), 0)::bigint from fleet_counts where ${scope} and kind = 'people') as users,
      (select coalesce(sum(rows), 0)::bigint from list_counts where list = 'devices' and ${scope}) as devices,
      (select coalesce(sum(o.devices), 0)::bigint from online_counts o join gateway_nodes n on n.id = o.node
        where o.${scope} and n.alive_until > now()) as active,
      (select coalesce(sum(amount), 0)::bigint from fleet_counts where ${scope} and kind = 'os' and value = '') as unshared,
      ${versionsOf('os', scope)} as os, ${versionsOf('app', scope)} as app`;
}

function versionsOf(kind: 'os' | 'app', scope: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(json_build_object('name', value, 'devices', amount)), '[]') from (
    select value, sum(amount)::bigint as amount from fleet_counts
    where ${scope} and kind = ${sql.lit(kind)} and ${isShown(kind)}
    group by value having sum(amount) > 0 order by amount desc, value limit ${sql.lit(versionsShown)}) as shown)`;
}

/** Devices that do not share their OS count under an empty name, which no version is. */
function isShown(kind: 'os' | 'app'): RawBuilder<unknown> {
  return kind === 'os' ? sql`value <> ''` : sql`true`;
}

function versionCounts(versions: VersionCount[], devices: number): VersionCounts {
  const shown = versions.reduce((sum, version) => sum + version.devices, 0);
  return { versions, otherDevices: Math.max(0, devices - shown) };
}

/**
 * Counts everything and mends what is kept. Gives back how many numbers were wrong: none, unless somebody wrote past the
 * triggers.
 */
export async function recountFleet(db: Database): Promise<number> {
  const { rows } = await sql<{ mended: number }>`select recount_fleet() as mended`.execute(db);
  return rows[0]?.mended ?? 0;
}

/** Counts who is online, for every scope. Takes its time with many devices: not for a request. */
export async function recountOnline(db: Database): Promise<void> {
  await sql`
    with online as materialized (
      select id, gateway_node_id as node from devices where gateway_node_id is not null and left_at is null
    ), counted as materialized (
      select node, 0::bigint as scope, count(*) as devices from online group by node
      union all
      select o.node, a.user_id, count(*) from online o join device_assignments a on a.device_id = o.id
        group by o.node, a.user_id
    ), gone as (
      delete from online_counts k where not exists (
        select from counted c where c.node = k.node and c.scope = k.scope)
    )
    insert into online_counts as kept (node, scope, devices) select node, scope, devices from counted order by node, scope
      on conflict (node, scope) do update set devices = excluded.devices
      where kept.devices <> excluded.devices`.execute(db);
}

/**
 * Deletes the counts of versions that no device has any more: the version of who left is nobody's business. Rows that somebody
 * counts in right now are left for the next time. What is deleted together adds up to zero, so no sum changes.
 */
export async function deleteEmptyCounts(db: Database): Promise<void> {
  await sql`
    with held as materialized (
      select scope, kind, value, shard, amount from fleet_counts where kind <> 'people' for update skip locked
    ), empty as (
      select scope, kind, value from held group by scope, kind, value having sum(amount) = 0
    )
    delete from fleet_counts c using held, empty
    where (c.scope, c.kind, c.value, c.shard) = (held.scope, held.kind, held.value, held.shard)
      and (held.scope, held.kind, held.value) = (empty.scope, empty.kind, empty.value)`.execute(db);
}
