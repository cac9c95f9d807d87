import type { AdminRole, ParsedInputOf, UserDetail, userList, userSortFields, UserType } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { signsIn, unblockRefusal } from '../../../shared/sessions/account-status.store.ts';
import { selectLongListPage } from '../../../core/database/long-list.ts';
import { searchPattern, searchValues } from '../../../core/database/text-search.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { detailSources, deviceFields } from '../../../shared/device-state/device-fields.ts';
import { all, isoTime } from '../../../core/database/list-sql.ts';
import { inScope, keptCount } from '../../../shared/scope-sql.ts';
import { ownName } from '../../../shared/shown-names.ts';
import { pictureAddress } from '../profile-picture.store.ts';
import type { JsonPage } from '../../../core/database/page.ts';
import type { Scope } from '../../../shared/scope.ts';

type UserInput = ParsedInputOf<typeof userList>;

/** The sort expressions. Each has an index (`users_pkey`, `users_username_order`, `users_contact_info`, ...). */
const orders: Record<(typeof userSortFields)[number], RawBuilder<unknown>> = {
  id: sql`u.id`,
  username: sql`u.username collate natural_order`,
  emailOrPhone: sql`u.contact_info collate natural_order`,
  adminStatus: sql`u.admin_role`,
  userType: sql`u.user_type`,
};

const fields = sql`
  u.id, u.username, u.nickname, ${ownName} as "displayName", u.contact_info as "emailOrPhone", u.admin_role as "adminStatus",
  u.user_type as "userType", ${pictureAddress(sql`u.id`)} as "profileIconPath", coalesce((
    select d.app_name from devices d where d.user_id = u.id and d.left_at is null order by d.id desc limit 1
  ), '') as "appName"`;

/**
 * True for accounts in scope: all for a SUPER_ADMIN, else the people of the assigned devices and the accounts
 * below the admin. Per account it probes `devices_user` and the assignments' primary key.
 */
export function userInScope(scope: Scope): RawBuilder<unknown> {
  if (scope.allDevices) return sql`true`;
  return sql`(u.id in (select accounts_below(${scope.userId})) or exists (
    select from devices mine join device_assignments a on a.device_id = mine.id and a.user_id = ${scope.userId}
    where mine.user_id = u.id and mine.left_at is null))`;
}

/**
 * Lists accounts by `selectLongListPage`: along the sort's index for a SUPER_ADMIN, by `firstMatches` with the trigram index `users_search` for a search. The
 * total of the whole list is a counter that the triggers `users_count_new` and `users_count_gone` maintain.
 */
export function listUsers(db: Database, scope: Scope, input: UserInput): Promise<JsonPage> {
  const narrowed = narrowedBy(scope, input);
  const isUnfiltered = scope.allDevices && Object.values(input.filter).every((value) => value === undefined);
  return selectLongListPage(
    db,
    {
      table: sql`users u`,
      sources: sql`users u`,
      fields,
      id: sql`u.id`,
      where: sql`true`,
      kept: keptCount('users', { ...scope, allDevices: true }),
      narrowed,
      values: searchValues(input.search),
      sortBy: orders[input.sortBy],
      direction: input.sortDirection,
      ...(isUnfiltered && { name: `users by ${input.sortBy} ${input.sortDirection}${narrowed ? ', found' : ''}` }),
    },
    input,
  );
}

/** The search and filters, to which a limited scope is added, so that its rows are counted like those of a search. */
function narrowedBy(scope: Scope, { search, filter: { userType, adminStatus } }: UserInput) {
  const conditions = [
    scope.allDevices ? [] : userInScope(scope),
    userType === undefined ? [] : sql`u.user_type = ${userType}`,
    adminStatus === undefined ? [] : sql`u.admin_role = ${adminStatus}`,
  ].flat();
  if (search === '') return conditions.length === 0 ? null : { found: all(conditions), matches: all(conditions) };
  const hasText = sql`u.search_text like ${searchPattern}`;
  return {
    found: all([hasText, ...conditions]),
    matches: all([sql`u.search_text || '' like ${searchPattern}`, ...conditions]),
    search: {
      table: sql`users u`,
      id: sql`u.id`,
      texts: [sql`u.search_text`] as const,
      where: all(conditions),
      matches: hasText,
      kept: keptCount('users', { ...scope, allDevices: true }),
    },
  };
}

/** Finds an account in scope; undefined when there is none. */
export async function findUser(
  db: Database,
  scope: Scope,
  userId: number,
): Promise<Omit<UserDetail, 'devices'> | undefined> {
  const { rows } = await sql<Omit<UserDetail, 'devices'>>`
    select u.id, u.username, u.nickname, ${ownName} as "displayName", coalesce(u.email, '') as email, coalesce(u.phone_number, '') as "phoneNumber",
      ${pictureAddress(sql`u.id`)} as "profileIconPath", u.admin_role as "adminStatus", u.user_type as "userType",
      u.blocked_at is not null as blocked, ${unblockRefusal(scope)} as "unblockRefusal", ${signsIn} as "signsIn", ${isoTime(sql`u.created_at`)} as "createdAt"
    from users u where u.id = ${userId} and ${userInScope(scope)}`.execute(db);
  return rows[0];
}

/** The devices of an account that are in scope, newest first. */
export async function listDevicesOf(db: Database, scope: Scope, userId: number): Promise<UserDetail['devices']> {
  const { rows } = await sql<UserDetail['devices'][number]>`
    select ${deviceFields}, d.name, case when details.are_told then d.model end as model
    from ${detailSources(sql`${scope.userId}::bigint`)}
    where d.user_id = ${userId} and d.left_at is null and ${inScope(scope, sql`d.id`)} order by d.id desc`.execute(db);
  return rows;
}

/** The ids of all present devices of an account, also outside of any scope. */
export async function listDeviceIds(db: Database, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from devices where user_id = ${userId} and left_at is null order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The present devices of these accounts. */
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
  /** True for an account that can sign in or is pending; false for the person of a device. */
  signsIn: boolean;
}

/** Locks an account's row before a change. Undefined when there is no such account in scope. */
export async function lockUser(db: Database, scope: Scope, userId: number): Promise<LockedUser | undefined> {
  const { rows } = await sql<LockedUser>`
    select u.id, u.username, u.nickname, u.user_type as "userType", u.admin_role as "adminRole", ${signsIn} as "signsIn"
    from users u where u.id = ${userId} and ${userInScope(scope)} for no key update`.execute(db);
  return rows[0];
}

/** Sets a nickname. The trigger `users_copy_to_devices` copies it to the search texts of the person's devices. */
export async function updateNickname(db: Database, userId: number, nickname: string): Promise<void> {
  await db.updateTable('users').set({ nickname }).where('id', '=', userId).execute();
}

export async function updateUserType(db: Database, userId: number, userType: UserType): Promise<void> {
  await db.updateTable('users').set({ user_type: userType }).where('id', '=', userId).execute();
}
