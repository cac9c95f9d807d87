import type { Names, PersonTicket, TicketMessage } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../../shared/schema/schema.ts';
import { messageFieldsFor, messageSources } from '../ticket-sql.ts';
import { personFields } from '../tickets.store.ts';

/**
 * Finds the person of a device that has not left, and keeps them from leaving and the device from connecting to another server until the
 * transaction ends. `epoch` is the epoch of the device's latest connection.
 */
export async function lockPerson(
  db: Database,
  deviceId: number,
): Promise<({ id: number; epoch: number } & Required<Names>) | undefined> {
  const { rows } = await sql<{ id: number; epoch: number } & Required<Names>>`
    select u.id, u.username, u.nickname, u.display_name as "displayName", d.connection_epoch as epoch from devices d join users u on u.id = d.user_id
    where d.id = ${deviceId} and d.left_at is null for share of d`.execute(db);
  return rows[0];
}

/** The most answers sent at once; the next follow when the device has received these. */
const answersAtOnce = 200;

interface WaitingTicket {
  deviceId: number;
  ticket: PersonTicket;
  /** True when its state has changed since the device received it. */
  stale: boolean;
  receivedUpTo: number;
  /** True when there are answers after `receivedUpTo`. */
  more: boolean;
}

interface Waiting {
  tickets: Pick<WaitingTicket, 'deviceId' | 'ticket'>[];
  answers: { deviceId: number; message: TicketMessage }[];
}

/**
 * Finds what these devices have not received yet: changed tickets, and answers in order. Plan: the partial index
 * `tickets_waiting` by device, then `ticket_messages_list` from the last received answer.
 */
export async function findWaitingTickets(db: Database, deviceIds: readonly number[]): Promise<Waiting> {
  const { rows } = await sql<WaitingTicket>`
    select (select to_json(shown) from (select ${personFields}) as shown) as ticket, t.device_id as "deviceId",
      t.received_version < t.version as stale, t.received_up_to as "receivedUpTo",
      t.received_up_to < t.last_answer_id as more
    from tickets t where t.device_id = any(${deviceIds}::bigint[])
      and (t.received_version < t.version or t.received_up_to < t.last_answer_id)
    order by t.id`.execute(db);
  const devices = new Map(rows.map(({ ticket, deviceId }) => [ticket.ticketId, deviceId]));
  const open = rows.filter(({ more }) => more);
  const answers = open.length === 0 ? [] : await findAnswers(db, open);
  return {
    tickets: rows.filter(({ stale }) => stale),
    answers: answers.map((message) => ({ deviceId: devices.get(message.ticketId) ?? 0, message })),
  };
}

async function findAnswers(
  db: Database,
  tickets: readonly Pick<WaitingTicket, 'ticket' | 'receivedUpTo'>[],
): Promise<TicketMessage[]> {
  const { rows } = await sql<TicketMessage>`
    select found.* from unnest(${tickets.map(({ ticket }) => ticket.ticketId)}::bigint[],
      ${tickets.map(({ receivedUpTo }) => receivedUpTo)}::bigint[]) as w (ticket_id, up_to)
    cross join lateral (
      select ${messageFieldsFor('PERSON')} from ${messageSources}
      where m.ticket_id = w.ticket_id and m.sender = 'ADMIN' and m.id > w.up_to order by m.id limit ${answersAtOnce}
    ) as found order by found.id`.execute(db);
  return rows;
}

interface Received {
  deviceId: number;
  ticketId: number;
  upTo?: number | undefined;
  version?: number | undefined;
}

/** Stores what a device has received; it only moves forward. Returns true when more waits. */
export async function recordReceived(
  db: Database,
  { deviceId, ticketId, upTo = 0, version = 0 }: Received,
): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`
    update tickets set received_up_to = greatest(received_up_to, least(${upTo}::bigint, last_answer_id)),
      received_version = greatest(received_version, least(${version}::int, version))
    where id = ${ticketId} and device_id = ${deviceId}
    returning received_up_to < last_answer_id as more`.execute(db);
  return rows[0]?.more ?? false;
}
