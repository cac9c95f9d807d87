import { boxOf, limits, type GroupColour, type WatchTarget, type Zone, type ZoneShape } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import { storableJson } from '../../../core/storable-text.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { inScope, seesGroup } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';
import { creatorHas, isOwn } from '../../../shared/watches/creator-sql.ts';
import { targetColumns, targetOf } from '../../../shared/watches/target-sql.ts';
import { shownAccount, shownName } from '../../../shared/shown-names.ts';

/** How many alert rules use a zone `w`. */
const rulesOf: RawBuilder<number> = sql`(select count(*)::int from alert_rules r where r.zone_id = w.id)`;

type ListedZone = Omit<Zone, 'target'> & { groupId: number | null; deviceId: number | null };

/**
 * Lists the zones that an admin sees, by name. Plan: `zones_of_admin`, and for a SUPER_ADMIN the whole table; an admin has at most
 * `limits.zone.perAdmin`. The devices are counted once for each group and creator, not for each zone; those of all are kept counts.
 */
export async function listZones(db: Database, scope: Scope, zoneId?: number): Promise<Zone[]> {
  const only = zoneId === undefined ? sql`true` : sql`w.id = ${zoneId}`;
  const { rows } = await sql<ListedZone>`
    with seen as (
      select w.*, ${shownAccount} as owner, u.admin_role from zones w join users u on u.id = w.created_by
      where ${isOwn(scope, sql`w.created_by`)} and ${only}),
    of_groups as (
      select t.group_id, t.created_by, (
        select count(*)::int from group_devices m join devices d on d.id = m.device_id and d.left_at is null
          join users u on u.id = t.created_by
        where m.group_id = t.group_id and ${creatorHas(sql`m.device_id`)}) as devices
      from (select distinct group_id, created_by from seen where group_id is not null) as t)
    select w.id, w.name, w.colour, w.area, w.group_id as "groupId", w.device_id as "deviceId", w.owner,
      ${isoTime(sql`w.created_at`)} as "createdAt", ${rulesOf} as rules, true as mine,
      case when w.group_id is not null then (
          select g.name from groups g where g.id = w.group_id and ${seesGroup(scope)})
        else (select ${shownName} from devices d
          where d.id = w.device_id and ${inScope(scope, sql`d.id`)}) end as "targetName",
      case when w.group_id is not null then coalesce(c.devices, 0)
        when w.device_id is not null then (
          select count(*)::int from users u where u.id = w.created_by and ${creatorHas(sql`w.device_id`)})
        else (select coalesce(sum(rows), 0)::int from list_counts where list = 'devices'
          and scope = case when w.admin_role = 'SUPER_ADMIN' then 0 else w.created_by end) end as devices
    from seen w left join of_groups c on c.group_id = w.group_id and c.created_by = w.created_by
    order by w.name collate natural_order, w.id`.execute(db);
  return rows.map(({ groupId, deviceId, ...zone }) => Object.assign(zone, { target: targetOf({ groupId, deviceId }) }));
}

/** A zone as it is stored. */
export interface StoredZone {
  id: number;
  name: string;
  area: ZoneShape;
  groupId: number | null;
  deviceId: number | null;
  createdBy: number;
}

/** Locks a zone until the transaction ends. Whoever changes a zone locks it first. */
export async function lockZone(transaction: Database, zoneId: number, scope: Scope): Promise<StoredZone | undefined> {
  const { rows } = await sql<StoredZone>`
    select w.id, w.name, w.area, w.group_id as "groupId", w.device_id as "deviceId", w.created_by as "createdBy"
    from zones w where w.id = ${zoneId} and ${isOwn(scope, sql`w.created_by`)} for update`.execute(transaction);
  return rows[0];
}

/** Finds the scope of the creator of a zone; undefined when they are no admin any more. */
export async function findCreatorScope(db: Database, userId: number): Promise<Scope | undefined> {
  const { rows } = await sql<{ allDevices: boolean }>`
    select admin_role = 'SUPER_ADMIN' as "allDevices" from users
    where id = ${userId} and admin_role in ('ADMIN', 'SUPER_ADMIN')`.execute(db);
  return rows[0] && { userId, allDevices: rows[0].allDevices };
}

/** How many devices a change of a zone tells at most, and one more, so that a caller can tell too many from just enough. */
const toldAtMost = limits.run.devices + 1;

/** Finds the devices that a target includes and its creator may see, ordered by id. Devices whose people have left are excluded. */
export async function findTargetDevices(db: Database, creator: Scope, target: WatchTarget): Promise<number[]> {
  const wanted = {
    ALL: sql`true`,
    GROUP: sql`exists (select from group_devices m
      where m.group_id = ${targetColumns(target).group_id} and m.device_id = d.id)`,
    DEVICE: sql`d.id = ${targetColumns(target).device_id}`,
  }[target.for];
  const { rows } = await sql<{ id: number }>`
    select d.id from devices d where d.left_at is null and ${inScope(creator, sql`d.id`)} and ${wanted}
    order by d.id limit ${toldAtMost}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What an admin sets of a zone. */
export interface ZoneValues {
  name: string;
  colour: GroupColour;
  area: ZoneShape;
}

/** Inserts zones in one statement; returns their ids in the same order. */
export async function insertZones(
  transaction: Database,
  zones: readonly ZoneValues[],
  { target, createdBy }: { target: WatchTarget; createdBy: number },
): Promise<number[]> {
  const { group_id: groupId, device_id: deviceId } = targetColumns(target);
  const boxes = zones.map(({ area }) => boxOf(area));
  const { rows } = await sql<{ id: number }>`
    insert into zones (name, colour, area, west, east, south, north, group_id, device_id, created_by)
    select t.name, t.colour, t.area, t.west, t.east, t.south, t.north, ${groupId}, ${deviceId}, ${createdBy}
    from unnest(${zones.map(({ name }) => name)}::text[], ${zones.map(({ colour }) => colour)}::text[],
      ${zones.map(({ area }) => storableJson(area))}::jsonb[], ${boxes.map(({ west }) => west)}::float8[],
      ${boxes.map(({ east }) => east)}::float8[], ${boxes.map(({ south }) => south)}::float8[],
      ${boxes.map(({ north }) => north)}::float8[])
      with ordinality as t (name, colour, area, west, east, south, north, place)
    order by t.place returning id`.execute(transaction);
  return rows.map(({ id }) => id);
}

export async function updateZone(
  transaction: Database,
  zoneId: number,
  { name, colour, area }: ZoneValues,
  target: WatchTarget,
): Promise<void> {
  const { west, east, south, north } = boxOf(area);
  const { group_id: groupId, device_id: deviceId } = targetColumns(target);
  await sql`
    update zones set name = ${name}, colour = ${colour}, area = ${storableJson(area)}, west = ${west}, east = ${east},
      south = ${south}, north = ${north}, group_id = ${groupId}, device_id = ${deviceId}, changed_at = now()
    where id = ${zoneId}`.execute(transaction);
}

export async function deleteZone(transaction: Database, zoneId: number): Promise<void> {
  await sql`delete from zones where id = ${zoneId}`.execute(transaction);
}

/** True while an alert rule uses a zone, which then cannot be deleted. */
export async function isZoneInUse(transaction: Database, zoneId: number): Promise<boolean> {
  const { rows } = await sql`select from alert_rules where zone_id = ${zoneId} limit 1`.execute(transaction);
  return rows.length > 0;
}
