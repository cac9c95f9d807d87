import type { TicketSide } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { holdsOne, isActiveAdmin } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';

interface WhoseTicket {
  openedBy: number;
  deviceId: number | null;
}

/** True for admins with access to this page of tickets; needs `u`. */
function canOpen(permission: 'MY_TICKETS' | 'SUBORDINATES_TICKETS'): RawBuilder<boolean> {
  return sql`(${isActiveAdmin(sql`u`)} and ${holdsOne(sql`u`, sql`${sql.lit(JSON.stringify([permission]))}::jsonb`)})`;
}

/** True for admins who are responsible for the opener of a ticket: above them, or with their device; needs `u`. */
function isResponsible({ openedBy, deviceId }: WhoseTicket): RawBuilder<boolean> {
  return deviceId === null
    ? sql`u.id in (select accounts_above(${openedBy}::bigint))`
    : sql`exists (select from device_assignments a where a.user_id = u.id and a.device_id = ${deviceId})`;
}

/**
 * Finds the admins who are to answer a ticket: those responsible for its opener, or every SUPER_ADMIN when there is none. It
 * scans the few admin accounts (`users_admin_role`).
 */
export async function findResponders(db: Database, ticket: WhoseTicket): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with able as (
      select u.id, u.admin_role, ${isResponsible(ticket)} as responsible from users u
      where u.id <> ${ticket.openedBy}::bigint and ${canOpen('SUBORDINATES_TICKETS')}
    )
    select id from able
    where responsible or admin_role = 'SUPER_ADMIN' and not exists (select from able where responsible)
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds which of these accounts may see a ticket, and from which side. */
export async function findWatchers(
  db: Database,
  ticket: WhoseTicket,
  userIds: readonly number[],
): Promise<{ userId: number; side: TicketSide }[]> {
  const { rows } = await sql<{ userId: number; side: TicketSide }>`
    select u.id as "userId", case when u.id = ${ticket.openedBy}::bigint then 'MINE' else 'SUBORDINATES' end as side
    from users u where u.id = any(${userIds}::bigint[]) and case when u.id = ${ticket.openedBy}::bigint
      then ${canOpen('MY_TICKETS')}
      else ${canOpen('SUBORDINATES_TICKETS')} and (u.admin_role = 'SUPER_ADMIN' or ${isResponsible(ticket)}) end`.execute(
    db,
  );
  return rows;
}
