import type {
  PersonTicket,
  Ticket,
  TicketCategory,
  TicketPriority,
  TicketSender,
  TicketStatus,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { isoTime } from '../../../core/database/list-sql.ts';
import type { Scope } from '../../../shared/scope.ts';
import { isAnswered, isMine, ticketFields } from './ticket-sql.ts';

/** The facts about a ticket that the access rules and edits need. */
export interface TicketRow {
  id: number;
  openedBy: number;
  deviceId: number | null;
  title: string;
  status: TicketStatus;
  priority: TicketPriority;
  category: TicketCategory;
  version: number;
  changedBy: string;
}

const rowFields = sql`t.id, t.opened_by as "openedBy", t.device_id as "deviceId", t.title, t.status, t.priority,
  t.category, t.version, t.changed_by as "changedBy"`;

/** Who reads a ticket: an admin in their scope, or the person of a device. */
export type TicketViewer = { scope: Scope } | { deviceId: number };

function isVisible(viewer: TicketViewer): RawBuilder<unknown> {
  if ('deviceId' in viewer) return sql`t.device_id = ${viewer.deviceId}`;
  return sql`(${isMine(viewer.scope)} or ${isAnswered(viewer.scope)})`;
}

/** Undefined when there is no ticket that this viewer may see. */
export async function findTicketRow(db: Database, viewer: TicketViewer, id: number): Promise<TicketRow | undefined> {
  const { rows } = await sql<TicketRow>`
    select ${rowFields} from tickets t where t.id = ${id} and ${isVisible(viewer)}`.execute(db);
  return rows[0];
}

/** Like `findTicketRow`, with a row lock until the transaction ends: other changes and messages wait. */
export async function lockTicket(db: Database, viewer: TicketViewer, id: number): Promise<TicketRow | undefined> {
  const { rows } = await sql<TicketRow>`
    select ${rowFields} from tickets t where t.id = ${id} and ${isVisible(viewer)} for no key update of t`.execute(db);
  return rows[0];
}

/** Reads a ticket in the form of the contract for this admin. */
export async function findTicket(db: Database, { userId }: Scope, id: number): Promise<Ticket> {
  const unread = sql<number>`case when t.opened_by = ${userId}::bigint then t.unread_by_user else t.unread_by_admins end`;
  const { rows } = await sql<Ticket>`select ${ticketFields(unread)} from tickets t where t.id = ${id}`.execute(db);
  const [ticket] = rows;
  if (!ticket) throw new Error('A ticket that was just found is there.');
  return ticket;
}

export interface NewTicket {
  clientId: string;
  openedBy: { id: number; username: string };
  deviceId: number | null;
  title: string;
  description: string;
  category: TicketCategory;
  priority: TicketPriority;
}

/** Inserts a ticket, once for each client id of its opener. `fresh` is false when it existed. */
export async function insertTicket(db: Database, ticket: NewTicket): Promise<{ id: number; fresh: boolean }> {
  const { clientId, openedBy, deviceId, title, description, category, priority } = ticket;
  const searchText = [title, description, openedBy.username].join('\n');
  const made = await sql<{ id: number }>`
    insert into tickets (client_id, opened_by, device_id, title, description, category, priority, changed_by, search_text)
    values (${clientId}, ${openedBy.id}, ${deviceId}, ${title}, ${description}, ${category}, ${priority},
      ${openedBy.username}, ${searchText})
    on conflict (opened_by, client_id) do nothing returning id`.execute(db);
  if (made.rows[0]) return { id: made.rows[0].id, fresh: true };
  const known = await sql<{ id: number }>`
    select id from tickets where opened_by = ${openedBy.id} and client_id = ${clientId}`.execute(db);
  return { id: known.rows[0]?.id ?? 0, fresh: false };
}

/** Counts the open tickets of an account, by the partial index `tickets_open`. */
export async function countOngoing(db: Database, openedBy: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tickets where opened_by = ${openedBy} and ongoing`.execute(db);
  return rows[0]?.count ?? 0;
}

interface TicketChange {
  status: TicketStatus;
  priority: TicketPriority;
  category: TicketCategory;
  /** The username of the account that made the change. */
  by: string;
}

/** Stores the new state of a locked ticket. */
export async function changeTicket(
  db: Database,
  id: number,
  { status, priority, category, by }: TicketChange,
): Promise<void> {
  await sql`
    update tickets set status = ${status}, priority = ${priority}, category = ${category}, version = version + 1,
      changed_by = ${by}, updated_at = now(),
      finished_at = case when ${status} in ('CLOSED', 'CANCELLED') then coalesce(finished_at, now()) end
    where id = ${id}`.execute(db);
}

/**
 * Marks messages of the other side as read, up to a message id. Returns how many are still unread, and whether anything
 * changed. Plan: both parts use the partial index `ticket_messages_unread`.
 */
export async function markRead(
  db: Database,
  ticketId: number,
  reader: TicketSender,
  upTo: number,
): Promise<{ unread: number; changed: boolean }> {
  const other: TicketSender = reader === 'ADMIN' ? 'USER' : 'ADMIN';
  const column = sql.id(reader === 'ADMIN' ? 'unread_by_admins' : 'unread_by_user');
  const { rows } = await sql<{ unread: number; changed: boolean }>`
    with seen as (
      update ticket_messages set read_at = now()
      where ticket_id = ${ticketId} and sender = ${other} and read_at is null and id <= ${upTo} returning id
    ), left_over as (
      select count(*)::int as count from ticket_messages
      where ticket_id = ${ticketId} and sender = ${other} and read_at is null and id > ${upTo}
    ), before as (select ${column} as count from tickets where id = ${ticketId})
    update tickets set ${column} = left_over.count from left_over, before where tickets.id = ${ticketId}
    returning left_over.count as unread, left_over.count <> before.count as changed`.execute(db);
  return rows[0] ?? { unread: 0, changed: false };
}

/** Selects a ticket in the form for its person's device; needs `t`. */
export const personFields = sql`t.id as "ticketId", t.client_id as "clientId", t.title, t.description, t.category, t.priority,
  t.status, t.version, ${isoTime(sql`t.created_at`)} as "openedAt", t.unread_by_user as "unreadCount"`;

export async function findPersonTicket(db: Database, deviceId: number, id: number): Promise<PersonTicket | undefined> {
  const { rows } = await sql<PersonTicket>`
    select ${personFields} from tickets t where t.id = ${id} and t.device_id = ${deviceId}`.execute(db);
  return rows[0];
}

/** Lists the tickets of a device, newest first, below an id. */
export async function listPersonTickets(
  db: Database,
  deviceId: number,
  before: number | null,
  limit: number,
): Promise<PersonTicket[]> {
  const { rows } = await sql<PersonTicket>`
    select ${personFields} from tickets t
    where t.device_id = ${deviceId} and ${before === null ? sql`true` : sql`t.id < ${before}`}
    order by t.id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Deletes the tickets of a device whose person leaves, with their messages by foreign key; the trigger
 * `ticket_messages_gone` marks their attachments as loose.
 */
export async function deleteTickets(db: Database, deviceId: number): Promise<void> {
  await sql`delete from tickets where device_id = ${deviceId}`.execute(db);
}

/** Finds which of these tickets a device's person opened, with the device. */
export async function findTicketDevices(
  db: Database,
  ids: readonly number[],
): Promise<{ id: number; deviceId: number }[]> {
  const { rows } = await sql<{ id: number; deviceId: number }>`
    select t.id, t.device_id as "deviceId" from tickets t join devices d on d.id = t.device_id
    where t.id = any(${ids}::bigint[]) and d.left_at is null order by t.id`.execute(db);
  return rows;
}
