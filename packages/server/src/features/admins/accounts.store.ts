import type { AdminRole, FeatureAccess, UserType } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../core/database/schema.ts';

/**
 * Gives an account its role, and whom it reports to. An admin is an Administrator, everyone else a Standard User, except that
 * a guest who is turned down stays a Guest User.
 */
export async function writeRole(
  db: Database,
  userId: number,
  { adminRole, reportsTo }: { adminRole: AdminRole; reportsTo: number },
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      admin_role: adminRole,
      reports_to: reportsTo,
      user_type:
        adminRole === 'ADMIN' ? 'ADMIN' : sql<UserType>`case user_type when 'GUEST' then 'GUEST' else 'USER' end`,
    })
    .where('id', '=', userId)
    .execute();
}

/** Takes every level and every device from an account; tells which devices that were. */
export async function takeEverything(db: Database, userId: number): Promise<number[]> {
  await db.deleteFrom('feature_access').where('user_id', '=', userId).execute();
  const taken = await db
    .deleteFrom('device_assignments')
    .where('user_id', '=', userId)
    .returning('device_id')
    .execute();
  return taken.map(({ device_id }) => device_id);
}

/** Blocks an account by somebody of this role, or, with null, unblocks it. */
export async function writeBlocked(db: Database, userId: number, byRole: AdminRole | null): Promise<void> {
  const block =
    byRole === null
      ? { blocked_at: null, blocked_by_role: null }
      : { blocked_at: sql<Date>`now()`, blocked_by_role: byRole === 'SUPER_ADMIN' ? byRole : ('ADMIN' as const) };
  await db.updateTable('users').set(block).where('id', '=', userId).execute();
}

export async function writeSuperior(db: Database, userId: number, superiorId: number): Promise<void> {
  await db.updateTable('users').set({ reports_to: superiorId }).where('id', '=', userId).execute();
}

/** Removes every passkey of an account; tells their names. */
export async function takePasskeys(db: Database, userId: number): Promise<string[]> {
  const taken = await db.deleteFrom('passkeys').where('user_id', '=', userId).returning('name').execute();
  return taken.map(({ name }) => name);
}

/** Gives an account its nickname; returns the one before. */
export async function writeNickname(db: Database, userId: number, nickname: string): Promise<string> {
  const { rows } = await sql<{ before: string }>`
    with named as (select id, nickname from users where id = ${userId} for no key update)
    update users set nickname = ${nickname} from named where users.id = named.id
    returning named.nickname as before`.execute(db);
  return rows[0]?.before ?? '';
}

export async function writeSidebar(db: Database, userId: number, customSidebar: number | null): Promise<void> {
  await db.updateTable('users').set({ custom_sidebar: customSidebar }).where('id', '=', userId).execute();
}

export async function writeFeatureAccess(
  db: Database,
  userId: number,
  access: readonly FeatureAccess[],
): Promise<void> {
  const permissions = access.map(({ featurePermission }) => featurePermission);
  const levels = access.map(({ featureAccess }) => featureAccess);
  await sql`
    insert into feature_access (user_id, feature_permission, feature_access)
    select ${userId}, permission, level from unnest(${permissions}::text[], ${levels}::text[]) as t (permission, level)
    on conflict (user_id, feature_permission) do update set feature_access = excluded.feature_access`.execute(db);
}
