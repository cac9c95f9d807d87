import { sql } from 'kysely';
import { isShared } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Devices } from './dirty-devices.ts';
import type { Point } from './zone-crossings.ts';

/** Up to which point the zones of a device have been evaluated, and when. */
export interface Mark {
  pointAt: Date;
  evaluatedAt: Date;
}

export interface StoredPresence {
  deviceId: number;
  zoneId: number;
  inside: boolean;
  since: Date;
}

/** Reads where devices were when their zones were last evaluated. Plan: both tables by primary key. */
export async function readStates(
  db: Database,
  deviceIds: readonly number[],
): Promise<{ marks: (Mark & { deviceId: number })[]; presences: StoredPresence[] }> {
  const marks = await sql<Mark & { deviceId: number }>`
    select device_id as "deviceId", point_at as "pointAt", evaluated_at as "evaluatedAt" from alert_positions
    where device_id = any(${deviceIds}::bigint[])`.execute(db);
  const presences = await sql<StoredPresence>`
    select device_id as "deviceId", zone_id as "zoneId", inside, since from zone_presence
    where device_id = any(${deviceIds}::bigint[])`.execute(db);
  return { marks: marks.rows, presences: presences.rows };
}

export interface DevicePoint extends Point {
  deviceId: number;
}

/** At most so many points of one device are evaluated at a time; more follow in the next round. */
export const pointsAtOnce = 500;
/** A clock that is ahead by more than this is wrong, and its points are left out. */
const ahead = sql`interval '5 minutes'`;
const columns = sql`l.device_id as "deviceId", l.latitude, l.longitude, l.accuracy, l.local_date_time as at`;

/** Of a device without a mark the points of this time are evaluated, from the one before it on. */
const freshFor = sql`interval '10 minutes'`;

/** True for a device `d` whose person shares its location. */
const sharesLocation = sql`d.left_at is null and ${isShared('LOCATION')}`;

/**
 * Reads the points of devices after their marks, oldest first, as far as their people share them. Of a device without a mark these are its recent ones, and the one before, which says where
 * the device came from. Plan: ranges of `locations_local_date_time` for each device.
 */
export async function readNewPoints(
  db: Database,
  wanted: readonly { deviceId: number; after: Date | null }[],
): Promise<DevicePoint[]> {
  const marked = wanted.filter(({ after }) => after !== null);
  const fresh = wanted.filter(({ after }) => after === null).map(({ deviceId }) => deviceId);
  const { rows } = await sql<DevicePoint>`
    select p.* from unnest(${marked.map(({ deviceId }) => deviceId)}::bigint[], ${marked.map(({ after }) => after)}::timestamptz[])
      as wanted (id, after) join devices d on d.id = wanted.id and ${sharesLocation} cross join lateral (
        select ${columns} from locations l
        where l.device_id = wanted.id and l.local_date_time > wanted.after and l.local_date_time < now() + ${ahead}
        order by l.local_date_time limit ${pointsAtOnce}) p
    union all
    select p.* from unnest(${fresh}::bigint[]) as wanted (id)
      join devices d on d.id = wanted.id and ${sharesLocation} cross join lateral (
      (select ${columns} from locations l where l.device_id = wanted.id and l.local_date_time <= now() - ${freshFor}
        order by l.local_date_time desc limit 1)
      union all
      (select ${columns} from locations l
        where l.device_id = wanted.id and l.local_date_time > now() - ${freshFor} and l.local_date_time < now() + ${ahead}
        order by l.local_date_time limit ${pointsAtOnce - 1})) p`.execute(db);
  return rows;
}

/** Devices with points that were stored and not evaluated, because the server stopped in between. Plan: `locations_local_date_time` for each mark. */
export async function findDevicesBehind(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.device_id as id from alert_positions m where exists (
      select from locations l where l.device_id = m.device_id and l.local_date_time > m.point_at
        and l.local_date_time < now() + ${ahead})`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Stores where devices are, where that is newer than what is stored. The devices are locked, so that a withdrawal is either seen here or
 * waits, and its `forgetUnshared` finds what was stored.
 */
export async function storePresences(transaction: Database, presences: readonly StoredPresence[]): Promise<void> {
  if (presences.length === 0) return;
  await sql`
    with shared as materialized (
      select d.id from devices d where d.id = any(${presences.map(({ deviceId }) => deviceId)}::bigint[]) and ${sharesLocation}
      order by d.id for share
    )
    insert into zone_presence (device_id, zone_id, inside, since)
    select p.* from unnest(${presences.map(({ deviceId }) => deviceId)}::bigint[], ${presences.map(({ zoneId }) => zoneId)}::bigint[],
      ${presences.map(({ inside }) => inside)}::boolean[], ${presences.map(({ since }) => since)}::timestamptz[])
      as p (device_id, zone_id, inside, since)
      join shared on shared.id = p.device_id join zones z on z.id = p.zone_id
    order by p.device_id, p.zone_id
    on conflict (device_id, zone_id) do update set inside = excluded.inside, since = excluded.since
    where zone_presence.since < excluded.since`.execute(transaction);
}

export async function storeMarks(db: Database, marks: readonly (Mark & { deviceId: number })[]): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    insert into alert_positions (device_id, point_at, evaluated_at)
    select m.* from unnest(${marks.map(({ deviceId }) => deviceId)}::bigint[], ${marks.map(({ pointAt }) => pointAt)}::timestamptz[],
      ${marks.map(({ evaluatedAt }) => evaluatedAt)}::timestamptz[]) as m (device_id, point_at, evaluated_at)
      join devices d on d.id = m.device_id and ${sharesLocation}
    order by m.device_id
    on conflict (device_id) do update set point_at = excluded.point_at, evaluated_at = excluded.evaluated_at
    where (alert_positions.point_at, alert_positions.evaluated_at) < (excluded.point_at, excluded.evaluated_at)`.execute(
    db,
  );
}

/** Forgets where these devices are whose people no longer share their location. Plan: both tables by primary key, and the device of each row. */
export async function forgetUnshared(db: Database, devices: Devices): Promise<void> {
  const concerned = devices === null ? sql`true` : sql`p.device_id = any(${devices}::bigint[])`;
  const isUnshared = sql`${concerned} and exists (select from devices d where d.id = p.device_id and not (${sharesLocation}))`;
  await sql`delete from zone_presence p where ${isUnshared}`.execute(db);
  await sql`delete from alert_positions p where ${isUnshared}`.execute(db);
}

/**
 * Forgets which devices are in zones that no rule is about any more: `had` are those of the rules before, null when they are not known. Plan:
 * `zone_presence_zone`.
 */
export async function forgetZones(db: Database, had: readonly number[] | null, has: readonly number[]): Promise<void> {
  const gone = had?.filter((zoneId) => !has.includes(zoneId)) ?? null;
  if (gone?.length === 0) return;
  const isGone = gone === null ? sql`zone_id <> all(${has}::bigint[])` : sql`zone_id = any(${gone}::bigint[])`;
  await sql`delete from zone_presence where ${isGone}`.execute(db);
}
