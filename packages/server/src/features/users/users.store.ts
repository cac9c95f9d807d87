import type { AdminRole, ParsedInputOf, UserDetail, userList, userSortFields, UserType } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { signsIn, unblockRefusal } from '../../core/access/standing.store.ts';
import { selectLongListPage } from '../../core/database/long-list.ts';
import type { Database } from '../../core/database/schema.ts';
import { deviceFields, deviceSources, sharesDetails } from '../../core/devices/device-fields.ts';
import { all, containsPattern, inScope, isoTime, keptCount } from '../../core/database/list-sql.ts';
import { pictureAddress } from '../../core/session/picture-address.ts';
import type { JsonPage } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';

type UserInput = ParsedInputOf<typeof userList>;

/** Each of these has an index. */
const orders: Record<(typeof userSortFields)[number], RawBuilder<unknown>> = {
  id: sql`u.id`,
  username: sql`u.username collate natural_order`,
  emailOrPhone: sql`u.contact_info collate natural_order`,
  adminStatus: sql`u.admin_role`,
  userType: sql`u.user_type`,
};

const fields = sql`
  u.id, u.username, u.nickname, u.contact_info as "emailOrPhone", u.admin_role as "adminStatus",
  u.user_type as "userType", ${pictureAddress(sql`u.id`)} as "profileIconPath", coalesce((
    select d.app_name from devices d where d.user_id = u.id and d.left_at is null order by d.id desc limit 1
  ), '') as "appName"`;

/**
 * True for accounts this admin may see: all for a SUPER_ADMIN, else the people of the devices assigned to them and those
 * who report to them.
 */
function userInScope(scope: Scope): RawBuilder<unknown> {
  if (scope.allDevices) return sql`true`;
  return sql`(u.id in (select accounts_below(${scope.userId})) or exists (
    select from devices mine join device_assignments a on a.device_id = mine.id and a.user_id = ${scope.userId}
    where mine.user_id = u.id and mine.left_at is null))`;
}

export function listUsers(db: Database, scope: Scope, input: UserInput): Promise<JsonPage> {
  return selectLongListPage(
    db,
    {
      table: sql`users u`,
      sources: sql`users u`,
      fields,
      id: sql`u.id`,
      where: sql`true`,
      kept: keptCount('users', { ...scope, allDevices: true }),
      narrowed: narrowedBy(scope, input),
      sortBy: orders[input.sortBy],
      direction: input.sortDirection,
      name: `users by ${input.sortBy} ${input.sortDirection}`,
    },
    input,
  );
}

/** Who has a scope sees some of the list: how many is counted, as after a search. */
function narrowedBy(scope: Scope, { search, filter: { userType, adminStatus } }: UserInput) {
  const conditions = [
    scope.allDevices ? [] : userInScope(scope),
    userType === undefined ? [] : sql`u.user_type = ${userType}`,
    adminStatus === undefined ? [] : sql`u.admin_role = ${adminStatus}`,
  ].flat();
  if (search === '') return conditions.length === 0 ? null : { found: all(conditions), matches: all(conditions) };
  const pattern = containsPattern(search);
  return {
    found: all([sql`u.search_text ilike ${pattern}`, ...conditions]),
    matches: all([sql`u.search_text || '' ilike ${pattern}`, ...conditions]),
  };
}

/** Undefined when there is no such account in scope. */
export async function findUser(
  db: Database,
  scope: Scope,
  userId: number,
): Promise<Omit<UserDetail, 'devices'> | undefined> {
  const { rows } = await sql<Omit<UserDetail, 'devices'>>`
    select u.id, u.username, u.nickname, coalesce(u.email, '') as email, coalesce(u.phone_number, '') as "phoneNumber",
      ${pictureAddress(sql`u.id`)} as "profileIconPath", u.admin_role as "adminStatus", u.user_type as "userType",
      u.blocked_at is not null as blocked, ${unblockRefusal(scope)} as "unblockRefusal", ${signsIn} as "signsIn", ${isoTime(sql`u.created_at`)} as "createdAt"
    from users u where u.id = ${userId} and ${userInScope(scope)}`.execute(db);
  return rows[0];
}

/** The devices of an account that this admin may see, the newest first. */
export async function listDevicesOf(db: Database, scope: Scope, userId: number): Promise<UserDetail['devices']> {
  const { rows } = await sql<UserDetail['devices'][number]>`
    select ${deviceFields}, d.name, case when ${sharesDetails} then d.model end as model from ${deviceSources}
    where d.user_id = ${userId} and d.left_at is null and ${inScope(scope, sql`d.id`)} order by d.id desc`.execute(db);
  return rows;
}

/** Every device of an account that has not left, whoever it is assigned to. */
export async function listDeviceIds(db: Database, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from devices where user_id = ${userId} and left_at is null order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The devices that these accounts carry. */
export async function findDevicesOf(db: Database, userIds: readonly number[]): Promise<{ deviceId: number }[]> {
  const { rows } = await sql<{ deviceId: number }>`
    select id as "deviceId" from devices where user_id = any(${userIds}::bigint[]) and left_at is null order by id`.execute(
    db,
  );
  return rows;
}

/** An account whose row is locked until the transaction ends. */
export interface LockedUser {
  id: number;
  username: string;
  nickname: string;
  userType: UserType;
  adminRole: AdminRole;
  /** Somebody signs in with it, or waits to; false for the person of a device. */
  signsIn: boolean;
}

/** Locks an account before it is changed. Undefined when there is no such account in scope. */
export async function lockUser(db: Database, scope: Scope, userId: number): Promise<LockedUser | undefined> {
  const { rows } = await sql<LockedUser>`
    select u.id, u.username, u.nickname, u.user_type as "userType", u.admin_role as "adminRole", ${signsIn} as "signsIn"
    from users u where u.id = ${userId} and ${userInScope(scope)} for no key update`.execute(db);
  return rows[0];
}

export async function updateNickname(db: Database, userId: number, nickname: string): Promise<void> {
  await db.updateTable('users').set({ nickname }).where('id', '=', userId).execute();
}

export async function updateUserType(db: Database, userId: number, userType: UserType): Promise<void> {
  await db.updateTable('users').set({ user_type: userType }).where('id', '=', userId).execute();
}
