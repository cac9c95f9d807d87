import {
  isOngoing,
  type TicketMessage,
  type TicketSender,
  type TicketStatus,
  nameInFull,
  type Names,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { storableText } from '../../../core/storable-text.ts';
import type { Services } from '../../../shared/services/services.ts';
import { ticketPush } from '../../../shared/push/push-texts.ts';
import { notifyOfTicket, publishTicketChange } from './ticket-events.ts';
import { findOwnMessage, insertMessage, type NewMessage } from './ticket-messages.store.ts';
import { statusWords } from './ticket-words.ts';
import type { TicketRow } from './tickets.store.ts';

/** The author of a message, and the side they write from. */
export interface Writer extends Required<Names> {
  id: number;
  sender: TicketSender;
}

export type Draft = Pick<NewMessage, 'clientId' | 'kind' | 'text' | 'attachment'>;

/** A message that was stored now (`fresh`), or by an earlier attempt. */
export interface Stored {
  message: TicketMessage;
  ticket: TicketRow;
  writer: Writer;
  fresh: boolean;
}

/** Reads and locks the ticket, and returns its author; throws when writing is not allowed. */
export type LockForWriting = (db: Database) => Promise<{ ticket: TicketRow; writer: Writer }>;

/** Stores a message once per client id. The caller opens the transaction. */
export async function storeMessage(db: Database, lock: LockForWriting, draft: Draft): Promise<Stored> {
  const { ticket, writer } = await lock(db);
  const own = { authorId: writer.id, clientId: draft.clientId };
  const earlier = await findEarlier(db, own, ticket.id);
  if (earlier) return { message: earlier, ticket, writer, fresh: false };
  refuseEnded(ticket.status);
  const status = statusAfter(ticket.status, writer.sender);
  const message = { ...draft, ...own, ticketId: ticket.id, sender: writer.sender, text: storableText(draft.text) };
  await insertMessage(db, message, { status, by: writer.username });
  const stored = await findOwnMessage(db, own);
  if (!stored) throw new Error('A message that was just stored is there.');
  return { message: stored, ticket, writer, fresh: true };
}

/** Finds the message of an earlier attempt. Throws when the client id was used for another ticket. */
export async function findEarlier(
  db: Database,
  own: Pick<NewMessage, 'authorId' | 'clientId'>,
  ticketId: number,
): Promise<TicketMessage | undefined> {
  const earlier = await findOwnMessage(db, own);
  if (earlier && earlier.ticketId !== ticketId) throw new AppError('message_id_used');
  return earlier;
}

export async function writeMessage(services: Services, lock: LockForWriting, draft: Draft): Promise<Stored> {
  const stored = await services.db.transaction().execute((transaction) => storeMessage(transaction, lock, draft));
  await publishMessage(services, stored);
  return stored;
}

/** Publishes a new message after its transaction: those who may see it are updated, and the other side is notified. */
export async function publishMessage(services: Services, { ticket, writer, fresh }: Stored): Promise<void> {
  if (!fresh) return;
  publishTicketChange(services, ticket, 'MESSAGE');
  if (ticket.deviceId !== null && writer.sender === 'ADMIN') {
    services.push.remind(ticket.deviceId, () => ticketPush({ ticketId: ticket.id, by: nameInFull(writer) }));
  }
  await notifyOfTicket(services, ticket, 'TICKET_REPLY', writer);
}

/** Throws for a ticket that has ended. */
export function refuseEnded(status: TicketStatus): void {
  if (isOngoing(status)) return;
  const hint = status === 'CLOSED' ? 'Reopen it first.' : 'Please open a new one.';
  throw new AppError('ticket_ended', { status: statusWords[status], hint });
}

/** Returns the status after a message: an admin's message answers the ticket, and a reply to an answer opens it again. */
function statusAfter(status: TicketStatus, sender: TicketSender): TicketStatus {
  if (sender === 'ADMIN') return 'ANSWERED';
  return status === 'ANSWERED' ? 'OPEN' : status;
}
