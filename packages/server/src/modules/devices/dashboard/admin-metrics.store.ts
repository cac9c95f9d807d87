import {
  type PendingUser,
  assignedTickets,
  can,
  createdTickets,
  type Actor,
  type OpenTicket,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';
import { isAnswered, isMine, unreadOf } from '../../support/tickets/ticket-sql.ts';

/** Counts the admins: all for a SUPER_ADMIN, otherwise oneself and those who report to one. */
export async function countAdmins(db: Database, scope: Scope): Promise<number> {
  const mine = scope.allDevices
    ? sql`true`
    : sql`(u.id = ${scope.userId} or u.id in (select accounts_below(${scope.userId})))`;
  const { rows } = await sql<{ amount: number }>`
    select count(*)::int as amount from users u where u.admin_role in ('ADMIN', 'SUPER_ADMIN') and ${mine}`.execute(db);
  return rows[0]?.amount ?? 0;
}

const pendingShown = 20;

/** Lists the newest accounts that wait to be promoted. */
export async function listPendingUsers(db: Database, scope: Scope): Promise<PendingUser[]> {
  const { rows } = await sql<PendingUser>`
    select u.id, u.username, coalesce(u.email, '') as email from users u
    where u.admin_role = 'PENDING' and ${decidedBy(scope)} order by u.id desc limit ${pendingShown}`.execute(db);
  return rows;
}

/** True for accounts that this admin may decide about: without a superior, or below them. */
function decidedBy({ userId, allDevices }: Scope): RawBuilder<unknown> {
  if (allDevices) return sql`true`;
  return sql`(u.reports_to is null or u.id in (select accounts_below(${userId})))`;
}

const shown = 5;

/** Lists the open tickets that need this admin's attention most; none for an admin who may see no tickets. */
export async function listOpenTickets(db: Database, actor: Actor, scope: Scope): Promise<OpenTicket[]> {
  const answers = can(actor, assignedTickets);
  if (!answers && !can(actor, createdTickets)) return [];
  const side = answers ? 'SUBORDINATES' : 'MINE';
  const { rows } = await sql<OpenTicket>`
    select t.id, t.title, u.username as "clientUsername", t.priority, t.status, ${side} as side,
      ${unreadOf[side]} > 0 as unread
    from tickets t join users u on u.id = t.opened_by
    where t.ongoing and ${answers ? isAnswered(scope) : isMine(scope)}
    order by (${unreadOf[side]} = 0), (not t.ongoing), t.priority_rank desc, t.id limit ${shown}`.execute(db);
  return rows;
}
