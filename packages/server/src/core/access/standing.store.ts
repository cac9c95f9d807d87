import { errorText, type AdminRole, type FeatureAccess } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Scope } from '../scope.ts';
import { effectiveAccess } from '../session/feature-access.ts';

/** An account as the rules of access see it. */
export interface Standing {
  id: number;
  username: string;
  adminRole: AdminRole;
  reportsTo: number | null;
  blocked: boolean;
  /** A SUPER_ADMIN blocked it, or nobody knows who did. */
  blockedBySuperAdmin: boolean;
  /** Somebody signs in with it, or waits to: it is not just the person of a device. */
  signsIn: boolean;
  customSidebar: number | null;
  featureAccessDTOs: FeatureAccess[];
}

type StandingRow = Omit<Standing, 'featureAccessDTOs'> & { stored: FeatureAccess[] };

/** True for accounts that somebody signs in with, as the index of them is written. */
export const signsIn = sql<boolean>`(u.password_hash is not null or u.admin_role <> 'NON_ADMIN')`;

const blockedBySuperAdmin = sql<boolean>`(u.blocked_at is not null and u.blocked_by_role is distinct from 'ADMIN')`;

/** Why this admin cannot unblock the account `u`; empty when they can, and when it is not blocked. */
export function unblockRefusal({ allDevices }: Scope): RawBuilder<string> {
  if (allDevices) return sql`''`;
  return sql`case when ${blockedBySuperAdmin} then ${errorText('blocked_by_super_admin')} else '' end`;
}

/** Undefined when there is no such account. */
export async function findStanding(db: Database, userId: number): Promise<Standing | undefined> {
  const { rows } = await sql<StandingRow>`
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

/** Whether an account reports to an admin, directly or further down. */
export async function isBelow(db: Database, userId: number, adminId: number): Promise<boolean> {
  const { rows } = await sql<{ below: boolean }>`
    select ${userId}::bigint in (select accounts_below(${adminId})) as below`.execute(db);
  return rows[0]?.below ?? false;
}
