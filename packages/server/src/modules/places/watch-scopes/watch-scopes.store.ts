import type { AlertCondition, Capability, ZoneShape } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { isUsedKind } from '../../../shared/settings/used-kinds-sql.ts';
import { isActiveCreator } from '../../../shared/watches/creator-sql.ts';
import { isTargetOf } from '../../../shared/watches/target-sql.ts';

/** How devices came under zones and rules that were there before. */
export interface Arrivals {
  /** Devices that have just joined. */
  joined?: readonly number[];
  /** Devices that came into a group. */
  added?: readonly GroupMember[];
  /** Devices that an admin got. */
  begun?: readonly { deviceId: number; userId: number }[];
}

export interface GroupMember {
  deviceId: number;
  groupId: number;
}

interface FoundWatches {
  deviceId: number;
  createdBy: number;
  creator: string;
  count: number;
  /** The first of them, by id. */
  names: string[];
}

/** The zones of one creator for a device. */
export interface FoundZones extends FoundWatches {
  /** That of the first one. */
  area: ZoneShape;
}

/** The rules of one creator for a device that read the same kind of data. */
export interface FoundRules extends FoundWatches {
  capability: Capability | null;
  /** That of the first one, as its purpose and its zone. */
  condition: AlertCondition;
  purpose: string;
  zone: string;
}

/** Pairs of a device and a watch `w`, with the columns `device_id` and `id`. */
type Pairs = RawBuilder<unknown>;

/**
 * Plan: for each member the index by group, for each assignment that by creator, and for a device that joins the whole table, which has some
 * hundred rows. A SUPER_ADMIN has every device already, so nothing begins for them with an assignment.
 */
function arrived(table: RawBuilder<unknown>, { joined = [], added = [], begun = [] }: Arrivals): Pairs {
  return sql`
    select m.device_id, w.id from ${members(added)} join ${table} w on w.group_id = m.group_id
    union select a.device_id, w.id from unnest(${begun.map(({ deviceId }) => deviceId)}::bigint[],
        ${begun.map(({ userId }) => userId)}::bigint[]) as a (device_id, user_id)
      join users u on u.id = a.user_id and u.admin_role <> 'SUPER_ADMIN' join ${table} w on w.created_by = u.id
    union select j.device_id, w.id from unnest(${joined}::bigint[]) as j (device_id) cross join ${table} w`;
}

/** The same for devices that left a group. */
const departed = (table: RawBuilder<unknown>, removed: readonly GroupMember[]): Pairs =>
  sql`select m.device_id, w.id from ${members(removed)} join ${table} w on w.group_id = m.group_id`;

const members = (of: readonly GroupMember[]): RawBuilder<unknown> =>
  sql`unnest(${of.map(({ deviceId }) => deviceId)}::bigint[], ${of.map(({ groupId }) => groupId)}::bigint[]) as m (device_id, group_id)`;

interface Wanted {
  /** How many names are read. */
  named: number;
}

const zones = sql`zones`;
const rules = sql`alert_rules`;
const isForDevice = isTargetOf(sql`c.device_id`);

/** Finds the zones that devices have come under, and that are listed to their people. */
export const findNewZones = (db: Database, arrivals: Arrivals, wanted: Wanted): Promise<FoundZones[]> =>
  findZones(db, sql`(${arrived(zones, arrivals)})`, isForDevice, wanted);

/** Finds the zones for the groups that devices have left. */
export const findLeftZones = (db: Database, left: readonly GroupMember[], wanted: Wanted): Promise<FoundZones[]> =>
  findZones(db, sql`(${departed(zones, left)})`, sql`true`, wanted);

async function findZones(db: Database, pairs: Pairs, isMeant: RawBuilder<boolean>, { named }: Wanted) {
  const { rows } = await sql<FoundZones>`
    select c.device_id as "deviceId", u.id as "createdBy", u.username as creator, count(*)::int as count,
      (array_agg(w.name order by w.id))[1:${named}::int] as names, (array_agg(w.area order by w.id))[1] as area
    from ${pairs} as c join zones w on w.id = c.id join users u on u.id = w.created_by
    where ${isActiveCreator} and ${isUsedKind(sql`'LOCATION'`)} and ${isMeant}
    group by c.device_id, u.id order by c.device_id, u.id`.execute(db);
  return rows;
}

/** Finds the rules that devices have come under. Those that are switched off do nothing, and are told when they are switched on. */
export const findNewRules = (db: Database, arrivals: Arrivals, wanted: Wanted): Promise<FoundRules[]> =>
  findRules(db, sql`(${arrived(rules, arrivals)})`, isForDevice, wanted);

/** Finds the rules for the groups that devices have left. */
export const findLeftRules = (db: Database, left: readonly GroupMember[], wanted: Wanted): Promise<FoundRules[]> =>
  findRules(db, sql`(${departed(rules, left)})`, sql`true`, wanted);

async function findRules(db: Database, pairs: Pairs, isMeant: RawBuilder<boolean>, { named }: Wanted) {
  const { rows } = await sql<FoundRules>`
    select c.device_id as "deviceId", u.id as "createdBy", u.username as creator, count(*)::int as count, w.capability,
      (array_agg(w.name order by w.id))[1:${named}::int] as names, (array_agg(w.condition order by w.id))[1] as condition,
      (array_agg(w.purpose order by w.id))[1] as purpose, (array_agg(coalesce(z.name, '') order by w.id))[1] as zone
    from ${pairs} as c join alert_rules w on w.id = c.id join users u on u.id = w.created_by
      left join zones z on z.id = w.zone_id
    where w.is_on and ${isActiveCreator} and ${isUsedKind(sql`w.capability`)} and ${isMeant}
    group by c.device_id, u.id, w.capability order by c.device_id, u.id, w.capability`.execute(db);
  return rows;
}
