import type { Group, GroupColour, GroupRule } from '@fairwatch/contract';
import { storableJson } from '../../../core/storable-text.ts';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import { seesMembers } from '../../../shared/device-state/device-fields.ts';
import { mayRead } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';
import { inScope, seesGroup } from '../../../shared/scope-sql.ts';
import { matchesFacts, matchesRule, ownerHas, rulesDetails, ruleSources } from './rule-sql.ts';
import { shownAccount, shownAccountOf } from '../../../shared/shown-names.ts';

/** True for groups `g` that this admin may change. */
function ownsGroup({ userId, allDevices }: Scope): RawBuilder<boolean> {
  return allDevices ? sql`true` : sql`(g.owner_id = ${userId})`;
}

/** Whoever may not change a group learns only of themselves among the admins that have it. */
function groupFields(scope: Scope): RawBuilder<unknown> {
  return sql`g.id, g.name, g.colour, g.rule, ${shownAccountOf('o')} as owner, g.owner_id = ${scope.userId}::bigint as "isOwner", ${isoTime(sql`g.created_at`)} as "createdAt",
    (select count(*)::int from group_devices m join devices d on d.id = m.device_id and d.left_at is null
      where m.group_id = g.id and ${inScope(scope, sql`m.device_id`)} and ${seesMembers(scope)}) as devices,
    coalesce((select json_agg(json_build_object('id', u.id, 'name', ${shownAccount}) order by ${shownAccount}, u.id)
      from group_assignments a join users u on u.id = a.user_id
      where a.group_id = g.id and (${ownsGroup(scope)} or u.id = ${scope.userId})), '[]') as admins,
    ${ownsGroup(scope)} as mine`;
}

/** Lists the groups that an admin sees. They are few (`limits.group.inAll`); their devices are counted by primary key. */
export async function listGroups(db: Database, scope: Scope): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select ${groupFields(scope)} from groups g join users o on o.id = g.owner_id where ${seesGroup(scope)}
    order by g.name collate natural_order, g.id`.execute(db);
  return rows;
}

/** Finds a group that the admin sees. */
export async function findGroup(db: Database, scope: Scope, groupId: number): Promise<Group | undefined> {
  const { rows } = await sql<Group>`
    select ${groupFields(scope)} from groups g join users o on o.id = g.owner_id
    where g.id = ${groupId} and ${seesGroup(scope)}`.execute(db);
  return rows[0];
}

/** The facts of a group that decide who may change or assign it. */
export interface GroupFacts {
  id: number;
  name: string;
  byRule: boolean;
  ownerId: number;
  ownerIsSuperAdmin: boolean;
  mine: boolean;
}

/** Finds a group that the admin sees, for a change of it. */
export async function findGroupFacts(db: Database, scope: Scope, groupId: number): Promise<GroupFacts | undefined> {
  const { rows } = await sql<GroupFacts>`
    select g.id, g.name, g.rule is not null as "byRule", g.owner_id as "ownerId",
      o.admin_role = 'SUPER_ADMIN' as "ownerIsSuperAdmin", ${ownsGroup(scope)} as mine
    from groups g join users o on o.id = g.owner_id where g.id = ${groupId} and ${seesGroup(scope)}`.execute(db);
  return rows[0];
}

interface GroupValues {
  name: string;
  colour: GroupColour;
  rule: GroupRule | null;
}

/** Inserts a group. Throws a unique violation of `groups_owner_id_name_key` when its owner has another one of this name. */
export async function insertGroup(db: Database, ownerId: number, { name, colour, rule }: GroupValues): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into groups (owner_id, name, colour, rule)
    values (${ownerId}, ${name}, ${colour}, ${rule && storableJson(rule)}::jsonb) returning id`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('An inserted row is returned.');
  return row.id;
}

/** Like `insertGroup`, for a group that exists. */
export async function updateGroup(db: Database, groupId: number, { name, colour, rule }: GroupValues): Promise<void> {
  await sql`
    update groups set name = ${name}, colour = ${colour}, rule = ${rule && storableJson(rule)}::jsonb
    where id = ${groupId}`.execute(db);
}

/** Deletes a group; its members and assignments go with it, and passcodes lose it (foreign keys). */
export async function deleteGroupRow(db: Database, groupId: number): Promise<void> {
  await sql`delete from groups where id = ${groupId}`.execute(db);
}

/** True while a schedule, a zone or an alert rule is for this group, which then cannot be deleted. */
export async function isGroupInUse(db: Database, groupId: number): Promise<boolean> {
  const { rows } = await sql`
    select from schedules where group_id = ${groupId}
    union all select from zones where group_id = ${groupId}
    union all select from alert_rules where group_id = ${groupId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Adds devices to a group, as far as its owner has them in their scope. Returns those that are new. */
export async function insertMembers(
  transaction: Database,
  groupId: number,
  deviceIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into group_devices (group_id, device_id)
    select g.id, d.id from groups g join users o on o.id = g.owner_id cross join devices d
    where g.id = ${groupId} and d.id = any(${deviceIds}::bigint[]) and d.left_at is null and ${ownerHas}
    on conflict do nothing returning device_id as id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** True when one of these devices is in more groups by hand than a device may be. */
export async function isInTooManyGroups(
  transaction: Database,
  deviceIds: readonly number[],
  atMost: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from group_devices m join groups g on g.id = m.group_id and g.rule is null
    where m.device_id = any(${deviceIds}::bigint[]) group by m.device_id having count(*) > ${atMost} limit 1`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** Removes devices from a group; returns those that were in it. */
export async function deleteMembers(
  transaction: Database,
  groupId: number,
  deviceIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from group_devices where group_id = ${groupId} and device_id = any(${deviceIds}::bigint[])
    returning device_id as id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Lists the present members of a group. */
export async function listMembers(db: Database, groupId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from group_devices m join devices d on d.id = m.device_id and d.left_at is null
    where m.group_id = ${groupId} order by d.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Removes a device that leaves from all groups. The caller holds the row lock of the device. */
export async function deleteMembershipsOf(transaction: Database, deviceId: number): Promise<void> {
  await sql`delete from group_devices where device_id = ${deviceId}`.execute(transaction);
}

/** True when this admin's rules may go by the details of the device `d`. */
function rulesDetailsFor({ userId }: Scope): RawBuilder<boolean> {
  return rulesDetails(sql`exists (
    select from users reader where reader.id = ${userId}::bigint and ${mayRead(sql`reader`, 'DEVICE_INFO')})`);
}

/** Counts the devices in scope that match a rule now. */
export async function countMatching(db: Database, scope: Scope, rule: GroupRule): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select count(*)::int as amount from ${ruleSources}
    where d.left_at is null and ${inScope(scope, sql`d.id`)}
      and ${matchesRule(sql`${storableJson(rule)}::jsonb`, rulesDetailsFor(scope))}`.execute(db);
  return rows[0]?.amount ?? 0;
}

/**
 * Finds the devices in scope whose details decide whether they match a rule: all other conditions hold for them. At most `most`, by id. Those
 * that turn out not to match are among them, since the number tells that of them too.
 */
export async function findTested(db: Database, scope: Scope, rule: GroupRule, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from ${ruleSources}
    where d.left_at is null and ${inScope(scope, sql`d.id`)}
      and ${matchesFacts(sql`${storableJson(rule)}::jsonb`)} and ${rulesDetailsFor(scope)}
    order by d.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Which conditions the rules of all groups have. */
export async function listRuleKeys(db: Database): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct jsonb_object_keys(rule) as key from groups where rule is not null`.execute(db);
  return rows.map(({ key }) => key);
}

/** Lists the groups by rule of an admin. */
export async function listRuleGroups(db: Database, ownerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from groups where owner_id = ${ownerId} and rule is not null order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists the ids of present devices in portions. Plan: the primary key of `devices`. */
export async function listPresentIds(
  db: Database,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from devices where id > ${after} and left_at is null order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
