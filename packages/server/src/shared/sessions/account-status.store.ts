import { errorText, type AdminRole, type FeatureAccess } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../schema/schema.ts';
import type { Scope } from '../scope.ts';
import { effectiveAccess } from './feature-access.ts';

/** The facts about an account that the access rules check. */
export interface AccountStatus {
  id: number;
  username: string;
  adminRole: AdminRole;
  reportsTo: number | null;
  blocked: boolean;
  /** True when a SUPER_ADMIN blocked it, or when it is unknown who did. */
  blockedBySuperAdmin: boolean;
  /** False for the person of a device, who has no password and no role. */
  signsIn: boolean;
  customSidebar: number | null;
  featureAccessDTOs: FeatureAccess[];
}

type AccountStatusRow = Omit<AccountStatus, 'featureAccessDTOs'> & { stored: FeatureAccess[] };

/**
 * True for accounts that sign in. The expression is the one of the partial index `users_sign_in`: PostgreSQL uses that
 * index only for this text.
 */
export const signsIn = sql<boolean>`(u.password_hash is not null or u.admin_role <> 'NON_ADMIN')`;

/**
 * True for a person `u` who was imported and has not joined with a device. Such a person reports to whoever imported them; joining ends that,
 * since then the assignments of the device decide who sees them.
 */
export const isWaiting = sql`(u.reports_to is not null and not ${signsIn})`;

const blockedBySuperAdmin = sql<boolean>`(u.blocked_at is not null and u.blocked_by_role is distinct from 'ADMIN')`;

/** Selects why this admin cannot unblock the account `u`; empty when they can, and when it is not blocked. */
export function unblockRefusal({ allDevices }: Scope): RawBuilder<string> {
  if (allDevices) return sql`''`;
  return sql`case when ${blockedBySuperAdmin} then ${errorText('blocked_by_super_admin')} else '' end`;
}

/**
 * Reads the row by its primary key, with its access levels aggregated in a correlated subquery. Undefined when there is no
 * such account.
 */
export async function findAccountStatus(db: Database, userId: number): Promise<AccountStatus | undefined> {
  const { rows } = await sql<AccountStatusRow>`
    select u.id, u.username, u.admin_role as "adminRole", u.reports_to as "reportsTo",
      u.blocked_at is not null as blocked, ${blockedBySuperAdmin} as "blockedBySuperAdmin", ${signsIn} as "signsIn", u.custom_sidebar as "customSidebar",
      coalesce((
        select json_agg(json_build_object('featurePermission', feature_permission, 'featureAccess', feature_access))
        from feature_access f where f.user_id = u.id
      ), '[]') as stored
    from users u where u.id = ${userId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { stored, ...account } = row;
  return { ...account, featureAccessDTOs: effectiveAccess(row.adminRole, stored) };
}

/** True when an account reports to an admin, directly or further down (database function `accounts_below`). */
export async function isBelow(db: Database, userId: number, adminId: number): Promise<boolean> {
  const { rows } = await sql<{ below: boolean }>`
    select ${userId}::bigint in (select accounts_below(${adminId})) as below`.execute(db);
  return rows[0]?.below ?? false;
}
