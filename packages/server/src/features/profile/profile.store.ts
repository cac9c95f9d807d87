import type { UserProfile } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../core/database/schema.ts';
import { pictureAddress } from '../../core/session/picture-address.ts';
import { inScope } from '../../core/devices/list-sql.ts';
import type { Scope } from '../../core/scope.ts';

export async function readAccount(db: Database, { userId }: Scope) {
  return await db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'nickname',
      'email',
      'phone_number',
      'user_type',
      'admin_role',
      'custom_sidebar',
      pictureAddress(sql`users.id`).as('profileIconPath'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

type DeviceFigures = Pick<
  UserProfile,
  'accessibleUsersCount' | 'totalDevicesCount' | 'activeDevicesCount' | 'osVersionCounts'
> & { deviceCountPerAppVersion: Record<string, number> };

/** Counts over the devices in scope, in one pass of PostgreSQL. */
export async function countDevices(db: Database, scope: Scope): Promise<DeviceFigures> {
  const result = await sql<DeviceFigures>`
    with mine as materialized (
      select devices.user_id, devices.os_name || ' ' || devices.os_version as os, devices.app_version,
        coalesce(gateway_nodes.alive_until > now(), false) as online
      from devices left join gateway_nodes on gateway_nodes.id = devices.gateway_node_id
      where devices.left_at is null and ${inScope(scope, sql.ref('devices.id'))}
    )
    select
      (select count(distinct user_id) from mine) as "accessibleUsersCount",
      (select count(*) from mine) as "totalDevicesCount",
      (select count(*) from mine where online) as "activeDevicesCount",
      (select coalesce(json_object_agg(os, amount order by os), '{}')
        from (select os, count(*) as amount from mine group by os) as per_os) as "osVersionCounts",
      (select coalesce(json_object_agg(app_version, amount order by app_version), '{}')
        from (select app_version, count(*) as amount from mine group by app_version) as per_version)
        as "deviceCountPerAppVersion"`.execute(db);
  const [figures] = result.rows;
  if (figures === undefined) throw new Error('A select without from returns one row.');
  return figures;
}

export async function countAdmins(db: Database): Promise<number> {
  const { amount } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('amount'))
    .where('admin_role', 'in', ['ADMIN', 'SUPER_ADMIN'])
    .executeTakeFirstOrThrow();
  return amount;
}

const pendingShown = 20;

/** The newest accounts that wait to be promoted. */
export async function listPendingAdmins(db: Database): Promise<UserProfile['pendingAdminUsers']> {
  return await db
    .selectFrom('users')
    .select(['id', 'username', sql<string>`coalesce(email, '')`.as('email')])
    .where('admin_role', '=', 'PENDING')
    .orderBy('id', 'desc')
    .limit(pendingShown)
    .execute();
}
