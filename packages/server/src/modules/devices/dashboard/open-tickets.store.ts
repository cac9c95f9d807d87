import { assignedTickets, can, createdTickets, type Actor, type OpenTicket } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';
import { isAnswered, isMine, unreadOf } from '../../support/tickets/ticket-sql.ts';

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
