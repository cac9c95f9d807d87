import type { DeviceFilter, MapPosition, UsePolicy } from '@fairwatch/contract';
import { deviceStatuses } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { all, isoTime } from '../../core/database/list-sql.ts';
import { deviceSources, deviceStatus } from '../../domain/devices/device-fields.ts';
import { isListed } from '../../domain/devices/device-list.store.ts';
import type { Database } from '../../domain/schema/schema.ts';
import { inScope, seesGroup } from '../../domain/scope-sql.ts';
import type { Scope } from '../../domain/scope.ts';

/** Which devices a map is about. */
export interface MapMatch {
  search: string;
  filter: DeviceFilter;
  /** True for an admin who finds devices by the details that their people share (`canReadDeviceDetails`). */
  readsDetails: boolean;
}

/** The devices of a map. */
export interface ShownDevices {
  /** In the order of their ids, at most one more than was asked for. */
  shown: [id: number, status: number, live: number][];
  without: number;
  withheld: number;
  asOf: string;
}

/**
 * True while the person shares their location: the same facts as `notSharedError` judges for one device. A quarantined device has no
 * capabilities.
 */
const sharesLocation = sql<boolean>`('LOCATION' = any(d.capabilities) and d.paused_at is null and d.left_at is null)`;

const statusNumber = sql`array_position(${sql.lit(`{${deviceStatuses.join()}}`)}::text[], ${deviceStatus}) - 1`;

/** 1 while a live location runs on the device `d`. The few that run are read once, from `live_sessions_one_running`. */
const isLive = sql`(d.id in (select s.device_id from live_sessions s where s.ended_at is null))::int`;

/** True for devices for which this admin has given the reason, and has the second admin's agreement, that the owner demands. */
function isPermitted({ userId }: Scope, { reason, approval }: UsePolicy): RawBuilder<unknown> {
  return all([
    ...(reason === 'REQUIRED'
      ? [
          sql`exists (select from given_reasons r
            where r.user_id = ${userId} and r.device_id = d.id and r.expires_at > now())`,
        ]
      : []),
    ...(approval
      ? [
          sql`exists (select from approvals p
            where p.asked_by = ${userId} and p.device_id = d.id and p.capability = 'LOCATION' and p.holds_until > now())`,
        ]
      : []),
  ]);
}

/**
 * Finds the devices that the map shows, at most `most` and one more. Plan: one scan of the devices in scope (for an admin by the primary key of
 * `device_assignments`), hash-joined with `device_row_counts` for those that have positions at all; no row of `locations` is read.
 */
export async function findShownDevices(
  db: Database,
  scope: Scope,
  { search, filter, readsDetails }: MapMatch,
  policy: UsePolicy,
  most: number,
): Promise<ShownDevices> {
  const { rows } = await sql<ShownDevices>`
    with listed as materialized (
      select d.id, ${statusNumber} as status, ${isLive} as live, ${sharesLocation} and c.rows > 0 as is_shared,
        ${isPermitted(scope, policy)} as is_permitted
      from ${deviceSources} left join device_row_counts c on c.device_id = d.id and c.kind = 'locations'
      where ${isListed(scope, { search, filter }, readsDetails)}
    ), shown as (
      select id, status, live from listed where is_shared and is_permitted order by id limit ${most + 1}
    )
    select (select count(*) from listed where is_shared is not true) as without,
      (select count(*) from listed where is_shared and not is_permitted) as withheld,
      (select coalesce(json_agg(json_build_array(id, status, live) order by id), '[]') from shown) as shown,
      ${isoTime(sql`now()`)} as "asOf"`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('A query of counts has a row.');
  return found;
}

/** A position with the names of its device and its person. */
export interface NamedPosition {
  position: MapPosition;
  name: string;
  person: string;
}

/**
 * A row that was received earlier may be committed later, so what is newer than a moment begins this much before it. A position that is read
 * twice does no harm.
 */
const commitDelay = sql`interval '10 seconds'`;

/**
 * Reads the newest position of these devices, of those that still share it: their people may have withdrawn it since the devices were found.
 * With `since` only of those that have sent positions after it. Plan: for each device its last entry of `locations_local_date_time`; with `since`,
 * the devices come from a range scan of `locations_received`.
 */
export async function readNewestPositions(
  db: Database,
  scope: Scope,
  deviceIds: readonly number[],
  since: string | undefined,
): Promise<NamedPosition[]> {
  const given = sql`select id from unnest(${deviceIds}::bigint[]) as given (id)`;
  // Materialised, so that the few devices that sent something are found before the position of each is looked up.
  const asked = since === undefined ? given : sql`${given} where id in (select device_id from arrived)`;
  const { rows } = await sql<NamedPosition>`
    with arrived as materialized (
      select distinct device_id from locations where received_at > ${since ?? null}::timestamptz - ${commitDelay}
    ), asked as materialized (${asked})
    select json_build_array(d.id, p.latitude, p.longitude, p.accuracy, p.at, ${statusNumber}, ${isLive}) as position,
      coalesce(nullif(d.nickname, ''), d.name) as name, d.username as person
    from asked join ${deviceSources} on d.id = asked.id
    cross join lateral (
      select latitude, longitude, accuracy, (extract(epoch from local_date_time) * 1000)::bigint as at
      from locations where device_id = d.id order by local_date_time desc, id desc limit 1
    ) p
    where ${sharesLocation} and ${inScope(scope, sql`d.id`)}
    order by d.id`.execute(db);
  return rows;
}

/** True for a group that the admin sees. */
export async function isGroupSeen(db: Database, scope: Scope, groupId: number): Promise<boolean> {
  const { rows } = await sql`select from groups g where g.id = ${groupId} and ${seesGroup(scope)}`.execute(db);
  return rows.length > 0;
}
