import type { TicketSide } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../../core/database/list-sql.ts';
import { nameInFull, shownAccount, shownName } from '../../../shared/shown-names.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';

/** Characters of the newest message in a list. */
const excerptLength = 160;

/** True for tickets that this admin opened; needs `t`. */
export function isMine({ userId }: Pick<Scope, 'userId'>): RawBuilder<boolean> {
  return sql`t.opened_by = ${userId}::bigint`;
}

/**
 * True for tickets that this admin answers: of accounts below them and of people whose devices are assigned to them; of
 * everybody for a SUPER_ADMIN. Never their own.
 */
export function isAnswered({ userId, allDevices }: Scope): RawBuilder<boolean> {
  const others = sql`t.opened_by <> ${userId}::bigint`;
  if (allDevices) return sql`(${others})`;
  return sql`(${others} and case when t.device_id is null
    then t.opened_by in (select accounts_below(${userId}::bigint))
    else ${inScope({ userId, allDevices }, sql`t.device_id`)} end)`;
}

/** The number of messages that the admin's side has not read, which is stored with the ticket. */
export const unreadOf: Readonly<Record<TicketSide, RawBuilder<number>>> = {
  MINE: sql`t.unread_by_user`,
  SUBORDINATES: sql`t.unread_by_admins`,
};

/**
 * Selects a ticket in the form of the contract; needs `t`. Other tables are read in subqueries, so that they run for
 * displayed rows only.
 */
export function ticketFields(unread: RawBuilder<number>): RawBuilder<unknown> {
  return sql`t.id, t.title, t.description, t.category, ${isoTime(sql`t.created_at`)} as date, t.priority, t.status,
    (select u.username from users u where u.id = t.opened_by) as "clientUsername",
    (select ${shownAccount} from users u where u.id = t.opened_by) as "clientName",
    (select json_build_object('deviceId', d.id, 'deviceName', ${shownName})
      from devices d where d.id = t.device_id) as device,
    t.version, ${isoTime(sql`t.updated_at`)} as "updatedAt", t.message_count as "messageCount",
    ${unread} as "unreadCount",
    (select json_build_object('id', m.id, 'sender', m.sender, 'author', ${shownAccount}, 'kind', m.kind,
        'text', left(m.text, ${excerptLength}), 'sentAt', ${isoTime(sql`m.sent_at`)})
      from ticket_messages m join users u on u.id = m.author_id where m.id = t.last_message_id) as "lastMessage"`;
}

/**
 * Selects a message in the form of the contract; needs `m` for the message, `u` for its author and `b` for its blob, if it
 * has one. An admin is named in full to the person.
 */
export const messageFieldsFor = (
  reader: 'ADMIN' | 'PERSON',
): RawBuilder<unknown> => sql`m.id, m.ticket_id as "ticketId", m.client_id as "clientId", m.sender,
  ${reader === 'PERSON' ? nameInFull : shownAccount} as author, m.kind, m.text,
  case when m.sha256 is not null then json_build_object('sha256', m.sha256, 'fileName', m.file_name,
    'mimeType', m.mime_type, 'size', b.size, 'thumbnail', b.thumbnail, 'durationMs', m.duration_ms,
    'peaks', m.peaks) end as attachment,
  ${isoTime(sql`m.sent_at`)} as "sentAt", m.read_at is not null as read, ${isoTime(sql`m.read_at`)} as "readAt"`;

export const messageSources = sql`ticket_messages m join users u on u.id = m.author_id
  left join blobs b on b.sha256 = m.sha256`;
