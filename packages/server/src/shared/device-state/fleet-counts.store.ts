import type { SharedVersionCounts, VersionCount, VersionCounts } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { runNamedQuery, param } from '../../core/database/named-query.ts';
import { mayCount } from '../disclosure/disclosure-sql.ts';
import type { Database } from '../schema/schema.ts';
import { scopeKey, type Scope } from '../scope.ts';

/** The counts of the devices of a scope. */
export interface FleetMetrics {
  usersCount: number;
  devicesCount: number;
  activeDevicesCount: number;
  osVersions: SharedVersionCounts;
  appVersions: VersionCounts;
}

/** The most versions in a chart. A device could name any version, so the list must be bounded. */
const versionsShown = 50;

interface Kept {
  /** False while this admin may not be told the operating systems of many devices at once. */
  told: boolean;
  users: number;
  devices: number;
  active: number;
  unshared: number;
  os: VersionCount[];
  app: VersionCount[];
}

/**
 * Reads the counts that triggers on `devices` and `device_assignments` maintain. Nothing is counted here, however many
 * devices there are. Operating systems are counted for whoever may be told those of all devices at once; the triggers leave out people
 * who do not share theirs.
 */
export async function readFleetMetrics(db: Database, scope: Scope): Promise<FleetMetrics> {
  const values = { scope: scopeKey(scope), admin: scope.userId };
  const [kept] = await runNamedQuery(db, 'fleet figures', keptCounts, values);
  if (kept === undefined) throw new Error('A select without from returns one row.');
  const { told, users, devices, active, unshared, os, app } = kept;
  return {
    usersCount: users,
    devicesCount: devices,
    // Online devices are counted a moment later than devices, so the count could exceed theirs.
    activeDevicesCount: Math.min(active, devices),
    osVersions: told
      ? { ...versionCounts(os, devices - unshared), notShared: unshared, withheld: 0 }
      : { versions: [], otherDevices: 0, notShared: unshared, withheld: Math.max(0, devices - unshared) },
    appVersions: versionCounts(app, devices),
  };
}

/** Sums the shards of the kept counts. Plan: one index range scan on the scope for each subquery. */
function keptCounts(): RawBuilder<Kept> {
  const scope = sql`scope = ${param('scope')}::bigint`;
  return sql<Kept>`
    select exists (
        select from users reader where reader.id = ${param('admin')}::bigint and ${mayCount(sql`reader`, 'DEVICE_INFO')}) as told,
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

/** Devices that do not share their OS are counted under an empty name. */
function isShown(kind: 'os' | 'app'): RawBuilder<unknown> {
  return kind === 'os' ? sql`value <> ''` : sql`true`;
}

function versionCounts(versions: VersionCount[], devices: number): VersionCounts {
  const shown = versions.reduce((sum, version) => sum + version.devices, 0);
  return { versions, otherDevices: Math.max(0, devices - shown) };
}

/**
 * Counts everything anew and corrects the kept counts (database function `recount_fleet`, which lets one caller in at a time).
 * Returns how many were wrong: none, unless somebody bypassed the triggers.
 */
export async function recountFleet(db: Database): Promise<number> {
  const { rows } = await sql<{ mended: number }>`select recount_fleet() as mended`.execute(db);
  return rows[0]?.mended ?? 0;
}

/**
 * Counts the online devices of one server for every scope, and deletes the counts of servers that are gone. Each server counts its
 * own devices only, so that none overwrites what another has counted since. It is too slow for a request with many devices. Plan:
 * the index `devices_gateway_node` gives the online devices, joined to `device_assignments` by device; then only changed counts
 * are written.
 */
export async function recountOnline(db: Database, nodeId: string): Promise<void> {
  const node = sql`${nodeId}::uuid`;
  await sql`
    with online as materialized (
      select id from devices where gateway_node_id = ${node} and left_at is null
    ), counted as materialized (
      select 0::bigint as scope, count(*) as devices from online having count(*) > 0
      union all
      select a.user_id, count(*) from online o join device_assignments a on a.device_id = o.id group by a.user_id
    ), gone as materialized (
      select k.node, k.scope from online_counts k
      where k.node = ${node} and not exists (select from counted c where c.scope = k.scope)
        or k.node <> ${node} and not exists (select from gateway_nodes n where n.id = k.node)
      for update of k skip locked
    ), removed as (
      delete from online_counts k using gone where (k.node, k.scope) = (gone.node, gone.scope)
    )
    insert into online_counts as kept (node, scope, devices) select ${node}, scope, devices from counted order by scope
      on conflict (node, scope) do update set devices = excluded.devices
      where kept.devices <> excluded.devices`.execute(db);
}

/**
 * Deletes the counts of versions that no device has any more, because they could reveal the version of a device that left.
 * Locked rows are skipped until the next run. The deleted shards of a version add up to zero, so no sum changes.
 */
export async function deleteEmptyCounts(db: Database): Promise<void> {
  await sql`
    with locked as materialized (
      select scope, kind, value, shard, amount from fleet_counts where kind <> 'people' for update skip locked
    ), empty as (
      select scope, kind, value from locked group by scope, kind, value having sum(amount) = 0
    )
    delete from fleet_counts c using locked, empty
    where (c.scope, c.kind, c.value, c.shard) = (locked.scope, locked.kind, locked.value, locked.shard)
      and (locked.scope, locked.kind, locked.value) = (empty.scope, empty.kind, empty.value)`.execute(db);
}
