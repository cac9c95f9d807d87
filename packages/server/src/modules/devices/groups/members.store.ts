import { sql, type RawBuilder } from 'kysely';
import { all } from '../../../core/database/list-sql.ts';
import { mayRead, hasInScope } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { matchesRule, ownerHas, ownerMayUseRule, rulesDetails, ruleSources } from './rule-sql.ts';

/*
 * Members of groups and the assignments that follow from them. Three rules hold for every device that has not left:
 * 1. It is only in groups whose owner has it in their scope.
 * 2. It is a member of a group by rule exactly when it matches the rule, the owner may use that rule, and 1 holds.
 * 3. It is assigned to an admin exactly when it was assigned directly or is a member of a group that is assigned to them.
 *
 * Locks are taken in this order, so that no two transactions deadlock: the access log, the groups, the devices by id, what is counted
 * of them (`hold_in_fleet`), the heads of their logs.
 */

/** Which groups and devices are looked at; without ids, all of them. */
export interface GroupFilter {
  groupIds?: readonly number[];
  deviceIds?: readonly number[];
}

/**
 * Locks all groups until the transaction ends. CHANGE is for whoever changes a group, its assignments or an admin's role; USE is for
 * whoever changes devices or their assignments and relies on the groups to stay as they are.
 */
export async function lockGroups(transaction: Database, how: 'USE' | 'CHANGE'): Promise<void> {
  const key = sql`hashtext('groups')`;
  await sql`select ${how === 'USE' ? sql`pg_advisory_xact_lock_shared(${key})` : sql`pg_advisory_xact_lock(${key})`}`.execute(
    transaction,
  );
}

/** Locks present devices in the order of their ids, and what is counted of them. */
export async function lockDevices(transaction: Database, deviceIds: readonly number[]): Promise<void> {
  await sql`
    select from devices where id = any(${deviceIds}::bigint[]) and left_at is null order by id for no key update`.execute(
    transaction,
  );
  await sql`select hold_in_fleet(${deviceIds}::bigint[])`.execute(transaction);
}

function among(column: RawBuilder<unknown>, ids: readonly number[] | undefined): RawBuilder<unknown>[] {
  return ids === undefined ? [] : [sql`${column} = any(${ids}::bigint[])`];
}

const belongs = sql`(d.left_at is null and ${ownerHas} and (g.rule is null
  or (${ownerMayUseRule} and ${matchesRule(sql`g.rule`, rulesDetails(mayRead(sql`o`, 'DEVICE_INFO')))})))`;

/** The pairs of groups by rule and devices where a member is missing. */
function missingMembers({ groupIds, deviceIds }: GroupFilter): RawBuilder<unknown> {
  const where = all([
    sql`g.rule is not null and ${belongs}`,
    sql`not exists (select from group_devices m where m.group_id = g.id and m.device_id = d.id)`,
    ...among(sql`g.id`, groupIds),
    ...among(sql`d.id`, deviceIds),
  ]);
  return sql`groups g join users o on o.id = g.owner_id cross join ${ruleSources} where ${where}`;
}

/** The members that do not belong to their group any more. */
function surplusMembers({ groupIds, deviceIds }: GroupFilter): RawBuilder<unknown> {
  const where = all([sql`not ${belongs}`, ...among(sql`m.group_id`, groupIds), ...among(sql`m.device_id`, deviceIds)]);
  return sql`group_devices m join groups g on g.id = m.group_id join users o on o.id = g.owner_id
    join (${ruleSources}) on d.id = m.device_id where ${where}`;
}

/** The pairs of admins and devices that should be assigned through a group and are not. */
function missingAssignments({ groupIds, deviceIds }: GroupFilter): RawBuilder<unknown> {
  const where = all([
    sql`not exists (select from device_assignments h where h.user_id = a.user_id and h.device_id = m.device_id)`,
    ...among(sql`m.group_id`, groupIds),
    ...among(sql`m.device_id`, deviceIds),
  ]);
  return sql`group_devices m join group_assignments a on a.group_id = m.group_id
    join devices d on d.id = m.device_id and d.left_at is null where ${where}`;
}

/** The assignments through a group that none of the groups explains any more. */
function surplusAssignments({ deviceIds }: GroupFilter): RawBuilder<unknown> {
  const where = all([
    sql`not h.direct and not exists (select from group_devices m join group_assignments a on a.group_id = m.group_id
      where m.device_id = h.device_id and a.user_id = h.user_id)`,
    ...among(sql`h.device_id`, deviceIds),
  ]);
  return sql`device_assignments h join devices d on d.id = h.device_id and d.left_at is null where ${where}`;
}

/** True when there are groups, or assignments that groups left behind. */
export async function hasGroups(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from groups) or exists (select from device_assignments where not direct) as found`.execute(
    db,
  );
  return rows[0]?.found ?? false;
}

/**
 * Finds the devices for which one of the rules above does not hold. Plan: the groups, few, joined to the given devices, or to all; members
 * and assignments by primary key. Assignments through groups by the partial index `device_assignments_by_group`. Planning this takes longer
 * than most statements run, so that it is left out while there is nothing to find.
 */
export async function findMismatches(db: Database, filter: GroupFilter): Promise<number[]> {
  if (!(await hasGroups(db))) return [];
  const { rows } = await sql<{ id: number }>`
    select d.id from ${missingMembers(filter)}
    union select d.id from ${surplusMembers(filter)}
    union select d.id from ${missingAssignments(filter)}
    union select d.id from ${surplusAssignments(filter)}
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface Membership {
  groupId: number;
  deviceId: number;
}

/** Brings the members in line for these devices; returns those that were removed, and how many were added. */
export async function correctMembers(
  transaction: Database,
  deviceIds: readonly number[],
): Promise<{ added: Membership[]; removed: Membership[] }> {
  const removed = await sql<Membership>`
    delete from group_devices where (group_id, device_id) in (select m.group_id, m.device_id from ${surplusMembers({ deviceIds })})
    returning group_id as "groupId", device_id as "deviceId"`.execute(transaction);
  const added = await sql<Membership>`
    insert into group_devices (group_id, device_id) select g.id, d.id from ${missingMembers({ deviceIds })}
    on conflict do nothing returning group_id as "groupId", device_id as "deviceId"`.execute(transaction);
  return { added: added.rows, removed: removed.rows };
}

/** An assignment that began or ended because of a group. */
export interface GroupAssignment {
  userId: number;
  deviceId: number;
  admin: string;
}

/** An assignment that began, with the first of the groups that explain it. */
export type NewAssignment = GroupAssignment & { groupId: number };

/** Brings the assignments in line for these devices. The triggers on `device_assignments` update the counters. */
export async function correctAssignments(
  transaction: Database,
  deviceIds: readonly number[],
): Promise<{ begun: NewAssignment[]; ended: GroupAssignment[] }> {
  const ended = await sql<GroupAssignment>`
    with gone as (
      delete from device_assignments
      where (user_id, device_id) in (select h.user_id, h.device_id from ${surplusAssignments({ deviceIds })})
      returning user_id, device_id
    )
    select gone.user_id as "userId", gone.device_id as "deviceId", u.username as admin
    from gone join users u on u.id = gone.user_id`.execute(transaction);
  const begun = await sql<NewAssignment>`
    with missing as materialized (
      select a.user_id, m.device_id, min(m.group_id) as group_id from ${missingAssignments({ deviceIds })} group by 1, 2
    ), begun as (
      insert into device_assignments (user_id, device_id, direct) select user_id, device_id, false from missing
      on conflict do nothing returning user_id, device_id
    )
    select begun.user_id as "userId", begun.device_id as "deviceId", u.username as admin, missing.group_id as "groupId"
    from begun join missing using (user_id, device_id) join users u on u.id = begun.user_id`.execute(transaction);
  return { begun: begun.rows, ended: ended.rows };
}

/** A group as the log names it, with the admin who answers for it and those it is assigned to. */
interface NamedGroup {
  id: number;
  name: string;
  ownerId: number;
  owner: string;
  userIds: number[];
}

export async function findNamedGroups(db: Database, groupIds: readonly number[]): Promise<NamedGroup[]> {
  const { rows } = await sql<NamedGroup>`
    select g.id, g.name, g.owner_id as "ownerId", o.username as owner,
      array(select user_id from group_assignments a where a.group_id = g.id) as "userIds"
    from groups g join users o on o.id = g.owner_id where g.id = any(${groupIds}::bigint[])`.execute(db);
  return rows;
}

/**
 * Puts a device that has just joined into the group of its passcode, in the transaction that enrols it. Returns the group's name; null when
 * the group has a rule meanwhile, or its owner does not have the device in their scope, which every member of a group must be: it then joins
 * without the group.
 */
export async function joinGroup(db: Database, deviceId: number, groupId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    with chosen as (
      select g.id, g.name from groups g join users u on u.id = g.owner_id
      where g.id = ${groupId} and g.rule is null and ${hasInScope(sql`u`, sql`${deviceId}::bigint`)}
    ), inserted as (
      insert into group_devices (group_id, device_id) select id, ${deviceId}::bigint from chosen
    )
    select name from chosen`.execute(db);
  return rows[0]?.name ?? null;
}
