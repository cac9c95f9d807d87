import { isOngoing, type TicketMessage, type TicketSender, type TicketStatus } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import type { Database } from '../database/schema.ts';
import { storableText } from '../devices/storable-text.ts';
import type { Services } from '../services.ts';
import { ticketPush } from '../web-push/push-words.ts';
import { notifyOfTicket, tellTicket } from './tell-ticket.ts';
import { findOwnMessage, insertMessage, type NewMessage } from './ticket-messages.store.ts';
import { statusWords } from './ticket-words.ts';
import type { TicketRow } from './tickets.store.ts';

/** Who writes, and as what. */
export interface Writer {
  id: number;
  username: string;
  sender: TicketSender;
}

export type Draft = Pick<NewMessage, 'clientId' | 'kind' | 'text' | 'attachment'>;

/** What was stored, or had been before by an earlier try. */
export interface Stored {
  message: TicketMessage;
  ticket: TicketRow;
  writer: Writer;
  fresh: boolean;
}

/** Finds the ticket again and holds it, and says as who it is written to; throws when that is not allowed. */
export type HoldForWriting = (db: Database) => Promise<{ ticket: TicketRow; writer: Writer }>;

/** Writes a message once, whoever tries how often. In a transaction of the caller's. */
export async function storeMessage(db: Database, hold: HoldForWriting, draft: Draft): Promise<Stored> {
  const { ticket, writer } = await hold(db);
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

/** What an earlier try has stored. The id of something else is refused. */
export async function findEarlier(
  db: Database,
  own: Pick<NewMessage, 'authorId' | 'clientId'>,
  ticketId: number,
): Promise<TicketMessage | undefined> {
  const earlier = await findOwnMessage(db, own);
  if (earlier && earlier.ticketId !== ticketId) throw new AppError('message_id_used');
  return earlier;
}

export async function writeMessage(services: Services, hold: HoldForWriting, draft: Draft): Promise<Stored> {
  const stored = await services.db.transaction().execute((transaction) => storeMessage(transaction, hold, draft));
  await announceMessage(services, stored);
  return stored;
}

/** After the transaction: everyone who may see it is told, and the other side notified. */
export async function announceMessage(services: Services, { ticket, writer, fresh }: Stored): Promise<void> {
  if (!fresh) return;
  tellTicket(services, ticket, 'MESSAGE');
  if (ticket.deviceId !== null && writer.sender === 'ADMIN') {
    services.push.remind(ticket.deviceId, ticketPush({ ticketId: ticket.id, by: writer.username }));
  }
  await notifyOfTicket(services, ticket, 'TICKET_REPLY', writer);
}

/** Nobody writes to what has ended. */
export function refuseEnded(status: TicketStatus): void {
  if (isOngoing(status)) return;
  const hint = status === 'CLOSED' ? 'Reopen it first.' : 'Please open a new one.';
  throw new AppError('ticket_ended', { status: statusWords[status], hint });
}

/** An answer answers; a reply to an answer asks again. */
function statusAfter(status: TicketStatus, sender: TicketSender): TicketStatus {
  if (sender === 'ADMIN') return 'ANSWERED';
  return status === 'ANSWERED' ? 'OPEN' : status;
}
