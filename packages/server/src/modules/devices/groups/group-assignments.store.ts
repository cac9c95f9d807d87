import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';

/** Assigns a group to an admin; false when it was assigned before. */
export async function insertGroupAssignment(transaction: Database, groupId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    insert into group_assignments (group_id, user_id) values (${groupId}, ${userId})
    on conflict do nothing returning user_id`.execute(transaction);
  return rows.length > 0;
}

/** Takes a group from an admin; false when it was not assigned. */
export async function deleteGroupAssignment(transaction: Database, groupId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from group_assignments where group_id = ${groupId} and user_id = ${userId} returning user_id`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** Takes all groups from an admin. */
export async function deleteGroupAssignmentsOf(transaction: Database, userId: number): Promise<void> {
  await sql`delete from group_assignments where user_id = ${userId}`.execute(transaction);
}

/** Ends the assignments of groups to admins who are not below the group's owner any more. Returns the groups. */
export async function endAssignmentsBeyond(transaction: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from group_assignments a using groups g, users o
    where g.id = a.group_id and o.id = g.owner_id and o.admin_role <> 'SUPER_ADMIN'
      and a.user_id not in (select accounts_below(o.id))
    returning g.id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/**
 * Gives the groups of an admin to another one, and ends what the new owner may not assign. A name that the new owner has already used
 * gets the group's id. Returns the groups.
 */
export async function handOverGroups(transaction: Database, fromId: number, toId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update groups g set owner_id = ${toId}, name = case
      when exists (select from groups other where other.owner_id = ${toId} and other.name = g.name)
      then g.name || ' #' || g.id else g.name end
    where g.owner_id = ${fromId} returning g.id`.execute(transaction);
  // Nobody is assigned their own group.
  await sql`
    delete from group_assignments a using groups g
    where g.id = a.group_id and g.owner_id = a.user_id and g.id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    transaction,
  );
  return rows.map(({ id }) => id);
}

/** Those of the devices that an admin has through a group. */
export async function findAssignedByGroup(
  db: Database,
  userId: number,
  deviceIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct m.device_id as id from group_devices m join group_assignments a on a.group_id = m.group_id
    where a.user_id = ${userId} and m.device_id = any(${deviceIds}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
}
