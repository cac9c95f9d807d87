import type { PendingUser } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Scope } from '../scope.ts';

/** How many admins there are: all for a SUPER_ADMIN, else oneself and those who report to one. */
export async function countAdmins(db: Database, scope: Scope): Promise<number> {
  const mine = scope.allDevices
    ? sql`true`
    : sql`(u.id = ${scope.userId} or u.id in (select accounts_below(${scope.userId})))`;
  const { rows } = await sql<{ amount: number }>`
    select count(*)::int as amount from users u where u.admin_role in ('ADMIN', 'SUPER_ADMIN') and ${mine}`.execute(db);
  return rows[0]?.amount ?? 0;
}

const pendingShown = 20;

/** The newest accounts that wait to be promoted. */
export async function listPendingUsers(db: Database, scope: Scope): Promise<PendingUser[]> {
  const { rows } = await sql<PendingUser>`
    select u.id, u.username, coalesce(u.email, '') as email from users u
    where u.admin_role = 'PENDING' and ${decidedBy(scope)} order by u.id desc limit ${pendingShown}`.execute(db);
  return rows;
}

/** Who waits for anybody, or for those above them. */
function decidedBy({ userId, allDevices }: Scope): RawBuilder<unknown> {
  if (allDevices) return sql`true`;
  return sql`(u.reports_to is null or u.id in (select accounts_below(${userId})))`;
}
