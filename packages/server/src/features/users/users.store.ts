import type { Device, ParsedInputOf, UserDetail, userList, userSortFields } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { selectPage } from '../../core/database/page.ts';
import type { Database } from '../../core/database/schema.ts';
import { contactInfo, deviceFields, deviceSources } from '../../core/devices/device-fields.ts';
import { containsPattern, inScope, isoTime, orderDirection } from '../../core/devices/list-sql.ts';
import type { JsonPage } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';

type UserInput = ParsedInputOf<typeof userList>;

const appName = sql`coalesce((
  select d.app_name from devices d where d.user_id = u.id and d.left_at is null order by d.id desc limit 1), '')`;

const orders: Record<(typeof userSortFields)[number], RawBuilder<unknown>> = {
  id: sql`u.id`,
  username: sql`u.username collate natural_order`,
  emailOrPhone: sql`${contactInfo} collate natural_order`,
  adminStatus: sql`u.admin_role`,
  userType: sql`u.user_type`,
  appName: sql`${appName} collate natural_order`,
};

/** True for accounts this admin may see: all for a SUPER_ADMIN, else the people of the devices assigned to them. */
function userInScope(scope: Scope): RawBuilder<boolean> {
  if (scope.allDevices) return sql`true`;
  return sql`exists (
    select from devices mine join device_assignments a on a.device_id = mine.id and a.user_id = ${scope.userId}
    where mine.user_id = u.id and mine.left_at is null)`;
}

export function listUsers(db: Database, scope: Scope, input: UserInput): Promise<JsonPage> {
  const direction = orderDirection(input.sortDirection);
  const where = sql`${userInScope(scope)} and ${chosen(input)} and ${found(input.search)}`;
  return selectPage(
    db,
    {
      rows: sql`
        select u.id, u.username, u.nickname, ${contactInfo} as "emailOrPhone", u.admin_role as "adminStatus",
          u.user_type as "userType", ${appName} as "appName"
        from users u where ${where} order by ${orders[input.sortBy]} ${direction}, u.id ${direction}`,
      total: sql`select count(*) from users u where ${where}`,
    },
    input,
  );
}

function chosen({ filter: { userType, adminStatus } }: UserInput): RawBuilder<unknown> {
  const conditions = [
    userType === undefined ? [] : sql`u.user_type = ${userType}`,
    adminStatus === undefined ? [] : sql`u.admin_role = ${adminStatus}`,
  ].flat();
  return sql.join([sql`true`, ...conditions], sql` and `);
}

function found(search: string): RawBuilder<unknown> {
  if (search === '') return sql`true`;
  const pattern = containsPattern(search);
  return sql`(u.username || E'\n' || coalesce(u.email, '') || E'\n' || coalesce(u.phone_number, '') ilike ${pattern}
    or u.nickname ilike ${pattern})`;
}

/** Undefined when there is no such account in scope. */
export async function findUser(
  db: Database,
  scope: Scope,
  userId: number,
): Promise<Omit<UserDetail, 'devices'> | undefined> {
  const { rows } = await sql<Omit<UserDetail, 'devices'>>`
    select u.id, u.username, u.nickname, coalesce(u.email, '') as email, coalesce(u.phone_number, '') as "phoneNumber",
      '' as "profileIconPath", u.admin_role as "adminStatus", u.user_type as "userType",
      ${isoTime(sql`u.created_at`)} as "createdAt"
    from users u where u.id = ${userId} and ${userInScope(scope)}`.execute(db);
  return rows[0];
}

/** The devices of an account that this admin may see, the newest first. */
export async function listDevicesOf(db: Database, scope: Scope, userId: number): Promise<UserDetail['devices']> {
  const { rows } = await sql<Device & { name: string; model: string }>`
    select ${deviceFields}, d.name, d.model from ${deviceSources}
    where d.user_id = ${userId} and d.left_at is null and ${inScope(scope, sql`d.id`)} order by d.id desc`.execute(db);
  return rows;
}

/** Every device of an account that has not left, whoever it is assigned to. */
export async function listDeviceIds(db: Database, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from devices where user_id = ${userId} and left_at is null order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Gives an account its nickname; tells the one before. Undefined when there is no such account in scope. */
export async function updateNickname(
  db: Database,
  scope: Scope,
  { userId, nickname }: { userId: number; nickname: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ before: string }>`
    with old as (select u.id, u.nickname from users u where u.id = ${userId} and ${userInScope(scope)} for no key update)
    update users set nickname = ${nickname} from old where users.id = old.id
    returning old.nickname as before`.execute(db);
  return rows[0]?.before;
}
