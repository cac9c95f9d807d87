import type { DeviceFilter, MapPositions, MissingPositions } from '@fairwatch/contract';
import { deviceStatuses } from '@fairwatch/contract';
import { sql } from 'kysely';
import { arrayLiteral } from '../../../core/database/array-literal.ts';
import { isoTime } from '../../../core/database/list-sql.ts';
import { deviceSources, deviceStatus } from '../../../shared/device-state/device-fields.ts';
import { shownName, shownPerson } from '../../../shared/shown-names.ts';
import { isListed } from '../../../shared/device-state/device-list.store.ts';
import { isTold, refusalToTell, type Disclosure } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { inScope, seesGroup } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';

/** Which devices a map is about. */
export interface MapMatch {
  search: string;
  filter: DeviceFilter;
}

/** The devices of a map. */
export interface ShownDevices {
  /** In the order of their ids, at most one more than was asked for. */
  shown: [id: number, status: number, live: number][];
  notShared: number;
  noPosition: number;
  withheld: number;
  asOf: string;
}

const statusNumber = sql`array_position(${sql.lit(`{${deviceStatuses.join()}}`)}::text[], ${deviceStatus}) - 1`;

/** 1 while a live location runs on the device `d`. The few that run are read once, from `live_sessions_one_running`. */
const isLive = sql`(d.id in (select s.device_id from live_sessions s where s.ended_at is null))::int`;

/** The location of devices in the admin's scope, as the disclosure policy is asked about it. The call itself takes the permission. */
function locationFor({ userId }: Scope): Disclosure {
  return { admin: sql`${userId}::bigint`, told: 'LOCATION', isInScope: sql`true`, isPermitted: sql`true` };
}

/**
 * Finds the devices that the map shows, at most `most` and one more. Plan: one scan of the devices in scope (for an admin by the primary key of
 * `device_assignments`), hash-joined with `device_row_counts` for those that have positions at all; no row of `locations` is read.
 */
export async function findShownDevices(
  db: Database,
  scope: Scope,
  match: MapMatch,
  most: number,
): Promise<ShownDevices> {
  const { rows } = await sql<ShownDevices>`
    with listed as materialized (
      select d.id, ${statusNumber} as status, ${isLive} as live, ${hasPosition}, ${refusalToTell(locationFor(scope))} as refusal
      from ${withCounts} where ${isListed(scope, match)}
    ), shown as (
      select id, status, live from listed where refusal is null and has_position order by id limit ${most + 1}
    )
    select (select count(*) from listed where refusal is not null and refusal not in ${demands}) as "notShared",
      (select count(*) from listed where refusal is null and not has_position) as "noPosition",
      (select count(*) from listed where refusal in ${demands}) as withheld,
      (select coalesce(json_agg(json_build_array(id, status, live) order by id), '[]') from shown) as shown,
      ${isoTime(sql`now()`)} as "asOf"`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('A query of counts has a row.');
  return found;
}

/** The devices with how many positions are stored of each. */
const withCounts = sql`${deviceSources} left join device_row_counts c on c.device_id = d.id and c.kind = 'locations'`;
const hasPosition = sql`coalesce(c.rows, 0) > 0 as has_position`;

/** Finds the devices that the map does not show, by name, at most `most` and one more. Plan: as `findShownDevices`. */
export async function findMissingDevices(
  db: Database,
  scope: Scope,
  match: MapMatch,
  most: number,
): Promise<MissingPositions['devices']> {
  const { rows } = await sql<MissingPositions['devices'][number]>`
    select id as "deviceId", name, person,
      case when refusal is null then 'NONE_SENT' when refusal in ${demands} then 'WITHHELD' else 'NOT_SHARED' end as why
    from (
      select d.id, ${shownName} as name, ${shownPerson} as person, ${hasPosition}, ${refusalToTell(locationFor(scope))} as refusal
      from ${withCounts} where ${isListed(scope, match)}
    ) as listed
    where refusal is not null or not has_position
    order by name collate natural_order, id limit ${most + 1}`.execute(db);
  return rows;
}

/** The refusals that ask the admin for something; all others are the person's own decision. */
const demands = sql`('reason_required', 'approval_needed')`;

/** Positions in the order of their devices' ids, with the names of each device and its person at the same place: JSON arrays as text. */
export type NamedPositions = Record<keyof Pick<MapPositions, 'positions' | 'names' | 'people'>, string>;

/**
 * A row that was received earlier may be committed later, so what is newer than a moment begins this much before it. A position that is read
 * twice does no harm.
 */
const commitDelay = sql`interval '10 seconds'`;

/**
 * Reads the newest position of these devices, of those of which this admin may still be told it: their people may have withdrawn it since the devices were found.
 * With `since` only of those that have sent positions after it. Plan: for each device its last entry of `locations_local_date_time`; with `since`,
 * the devices come from a range scan of `locations_received`.
 */
export async function readNewestPositions(
  db: Database,
  scope: Scope,
  deviceIds: readonly number[],
  since: string | undefined,
): Promise<NamedPositions> {
  const given = sql`select id from unnest(${arrayLiteral(deviceIds)}::bigint[]) as given (id)`;
  // Materialised, so that the few devices that sent something are found before the position of each is looked up.
  const asked = since === undefined ? given : sql`${given} where id in (select device_id from arrived)`;
  const { rows } = await sql<NamedPositions>`
    with arrived as materialized (
      select distinct device_id from locations where received_at > ${since ?? null}::timestamptz - ${commitDelay}
    ), asked as materialized (${asked})
    select coalesce(json_agg(position), '[]')::text as positions, coalesce(json_agg(name), '[]')::text as names,
      coalesce(json_agg(person), '[]')::text as people
    from (
      select json_build_array(d.id, p.latitude, p.longitude, p.accuracy, p.at, ${statusNumber}, ${isLive}) as position,
        ${shownName} as name, ${shownPerson} as person
      from asked join ${deviceSources} on d.id = asked.id
      cross join lateral (
        select latitude, longitude, accuracy, (extract(epoch from local_date_time) * 1000)::bigint as at
        from locations where device_id = d.id order by local_date_time desc, id desc limit 1
      ) p
      where d.left_at is null and ${inScope(scope, sql`d.id`)} and ${isTold(locationFor(scope))}
      order by d.id
    ) as found`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('A query of aggregates has a row.');
  return found;
}

/** True for a group that the admin sees. */
export async function isGroupSeen(db: Database, scope: Scope, groupId: number): Promise<boolean> {
  const { rows } = await sql`select from groups g where g.id = ${groupId} and ${seesGroup(scope)}`.execute(db);
  return rows.length > 0;
}
