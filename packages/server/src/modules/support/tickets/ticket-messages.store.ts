import type { TicketMessage, TicketMessageKind, TicketSender, TicketStatus } from '@fairwatch/contract';
import { sql } from 'kysely';
import { ownBlobQuery, type BlobFacts } from '../../files/content/blobs.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { messageFieldsFor, messageSources } from './ticket-sql.ts';

/** The attachment of a new message. */
export interface NewAttachment extends BlobFacts {
  name: string;
  durationMs: number | null;
  peaks: readonly number[] | null;
}

export interface NewMessage {
  ticketId: number;
  clientId: string;
  sender: TicketSender;
  authorId: number;
  kind: TicketMessageKind;
  text: string;
  attachment: NewAttachment | null;
}

/** Finds a message by the client id that its author made. */
export async function findOwnMessage(
  db: Database,
  { authorId, clientId }: Pick<NewMessage, 'authorId' | 'clientId'>,
): Promise<TicketMessage | undefined> {
  const { rows } = await sql<TicketMessage>`
    select ${messageFieldsFor('ADMIN')} from ${messageSources}
    where m.author_id = ${authorId} and m.client_id = ${clientId}`.execute(db);
  return rows[0];
}

/**
 * Adds a message to a locked ticket. The row lock of the ticket makes the ids of its messages follow the order in which they
 * were written. When the status changes, `by` is the account that changed it.
 */
export async function insertMessage(
  db: Database,
  message: NewMessage,
  { status, by }: { status: TicketStatus; by: string },
): Promise<void> {
  const { ticketId, clientId, sender, authorId, kind, text, attachment } = message;
  if (attachment) await ownBlobQuery(attachment).execute(db);
  await sql`
    with added as (
      insert into ticket_messages (ticket_id, client_id, sender, author_id, kind, text, sha256, file_name, mime_type,
        duration_ms, peaks)
      values (${ticketId}, ${clientId}, ${sender}, ${authorId}, ${kind}, ${text}, ${attachment?.sha256 ?? null},
        ${attachment?.name ?? null}, ${attachment?.mimeType ?? null}, ${attachment?.durationMs ?? null},
        ${attachment?.peaks ?? null}::smallint[])
      returning id, sent_at
    )
    update tickets t set message_count = t.message_count + 1, last_message_id = added.id, updated_at = added.sent_at,
      last_answer_id = case when ${sender} = 'ADMIN' then added.id else t.last_answer_id end,
      unread_by_admins = t.unread_by_admins + (${sender} = 'USER')::int,
      unread_by_user = t.unread_by_user + (${sender} = 'ADMIN')::int,
      version = t.version + (t.status <> ${status})::int, status = ${status},
      changed_by = case when t.status <> ${status} then ${by} else t.changed_by end
    from added where t.id = ${ticketId}`.execute(db);
}

interface MessageRange {
  ticketId: number;
  /** Only messages older than this one. */
  before?: number | undefined;
  /** Only messages newer than this one. */
  after?: number | undefined;
  limit: number;
  reader: 'ADMIN' | 'PERSON';
}

/** Lists messages, newest first, by the index `ticket_messages_list`; with `after`, those that directly follow it. */
export async function listMessages(
  db: Database,
  { ticketId, before, after, limit, reader }: MessageRange,
): Promise<TicketMessage[]> {
  const place = after === undefined ? (before === undefined ? sql`true` : sql`m.id < ${before}`) : sql`m.id > ${after}`;
  const { rows } = await sql<TicketMessage>`
    select ${messageFieldsFor(reader)} from ${messageSources} where m.ticket_id = ${ticketId} and ${place}
    order by m.id ${after === undefined ? sql`desc` : sql`asc`} limit ${limit}`.execute(db);
  return after === undefined ? rows : rows.toReversed();
}

/** Finds an attachment of a ticket, with the type that this ticket has for it. */
export async function findAttachment(db: Database, ticketId: number, sha256: string): Promise<BlobFacts | undefined> {
  const { rows } = await sql<BlobFacts>`
    select b.sha256, b.stored_as as "storedAs", b.size, m.mime_type as "mimeType", b.thumbnail
    from ticket_messages m join blobs b on b.sha256 = m.sha256
    where m.sha256 = ${sha256} and m.ticket_id = ${ticketId} order by m.id limit 1`.execute(db);
  return rows[0];
}
