import { sql } from 'kysely';
import { isActiveAdmin } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';

/** A group of the caller that a passcode could put a device into. */
export interface TargetGroup {
  id: number;
  name: string;
  byRule: boolean;
  ownerId: number;
  owner: string;
  /** Its owner is a SUPER_ADMIN, in whose scope every device is. */
  takesAll: boolean;
}

/** An account to whom a passcode could assign a device. */
export interface TargetAdmin {
  id: number;
  username: string;
  isAdmin: boolean;
  blocked: boolean;
  /** It is the caller, or reports to the caller; for a SUPER_ADMIN every account. */
  below: boolean;
}

/**
 * Finds the groups that the caller may change: their own, for a SUPER_ADMIN all. There are at most `limits.group.inAll`. They are locked
 * against deletion until the transaction ends, so that a passcode can refer to one.
 */
export async function findTargetGroups(db: Database, { userId, allDevices }: Scope): Promise<TargetGroup[]> {
  const { rows } = await sql<TargetGroup>`
    select g.id, g.name, g.rule is not null as "byRule", g.owner_id as "ownerId", u.username as owner,
      u.admin_role = 'SUPER_ADMIN' as "takesAll"
    from groups g join users u on u.id = g.owner_id
    where ${allDevices ? sql`true` : sql`g.owner_id = ${userId}`} order by g.owner_id <> ${userId}, g.id for key share of g`.execute(
    db,
  );
  return rows;
}

/** Finds accounts by id and by username in any case, whether or not they are below the caller. */
export async function findTargetAdmins(
  db: Database,
  { userId, allDevices }: Scope,
  { ids, usernames }: { ids: readonly number[]; usernames: readonly string[] },
): Promise<TargetAdmin[]> {
  const { rows } = await sql<TargetAdmin>`
    select u.id, u.username, u.admin_role in ('ADMIN', 'SUPER_ADMIN') as "isAdmin", u.blocked_at is not null as blocked,
      ${allDevices ? sql`true` : sql`(u.id = ${userId} or u.id in (select accounts_below(${userId})))`} as below
    from users u where u.id = any(${ids}::bigint[])
      or lower(u.username) in (select lower(name) from unnest(${usernames}::text[]) as t (name))`.execute(db);
  return rows;
}

/** What a passcode for the next person of a device starts from. */
export interface CurrentTargets {
  /** The caller, or for a SUPER_ADMIN without this device the first admin to whom it is assigned directly. */
  adminId: number;
  /** The oldest group by hand of the device that the caller may change and that this admin may use; null for none. */
  groupId: number | null;
}

export async function findCurrentTargets(
  db: Database,
  { userId, allDevices }: Scope,
  deviceId: number,
): Promise<CurrentTargets> {
  const { rows } = await sql<CurrentTargets>`
    with chosen as (
      select coalesce(case when ${allDevices}::boolean then (
        select a.user_id from device_assignments a join users u on u.id = a.user_id
        where a.device_id = ${deviceId} and a.direct and ${isActiveAdmin(sql`u`)}
        order by a.user_id <> ${userId}, a.assigned_at, a.user_id limit 1) end, ${userId}::bigint) as admin_id
    )
    select admin_id as "adminId", (
      select g.id from group_devices m join groups g on g.id = m.group_id join users u on u.id = g.owner_id
      where m.device_id = ${deviceId} and g.rule is null and (u.admin_role = 'SUPER_ADMIN' or g.owner_id = admin_id)
        and ${allDevices ? sql`true` : sql`g.owner_id = ${userId}`}
      order by g.id limit 1) as "groupId"
    from chosen`.execute(db);
  const [found] = rows;
  return found ?? { adminId: userId, groupId: null };
}
