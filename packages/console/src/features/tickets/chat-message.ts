import type { TicketMessage, TicketSender } from '@fairwatch/contract';
import { conversationRows, estimatedHeight, type ConversationRow } from '../../core/conversation/conversation-rows.ts';
import type { OutgoingMessage } from './outgoing.ts';

/** A message of the conversation, or one on its way there. */
export type ChatMessage = { stored: TicketMessage; outgoing: null } | { stored: null; outgoing: OutgoingMessage };
export type ChatRow = ConversationRow<ChatMessage>;

interface Writer {
  sender: TicketSender;
  author: string;
}

/** The conversation with what is on its way at its end. What was stored meanwhile comes once: both carry the same id. */
export function chatRows(
  stored: readonly TicketMessage[],
  sending: readonly OutgoingMessage[],
  self: Writer,
): ChatRow[] {
  const arrived = new Set(stored.map(({ clientId }) => clientId));
  const messages: ChatMessage[] = [
    ...stored.map((message) => ({ stored: message, outgoing: null })),
    ...sending.filter(({ clientId }) => !arrived.has(clientId)).map((message) => ({ stored: null, outgoing: message })),
  ];
  return conversationRows(messages, (message) => {
    const { sender, author } = writerOf(message, self);
    const { clientId } = message.stored ?? message.outgoing;
    const at = message.stored?.sentAt ?? message.outgoing?.writtenAt ?? '';
    return { key: clientId, id: message.stored?.id ?? null, at, side: `${sender} ${author}` };
  });
}

export function writerOf({ stored }: ChatMessage, self: Writer): Writer {
  return stored ?? self;
}

const authorHeight = 22;
const fileHeight = { VOICE: 50, FILE: 62, PICTURE: 176 } as const;

/** About how high a message will be, in pixels; it is measured once it is on screen. */
export function chatHeight(row: ChatRow): number {
  const { kind, text } = row.message.stored ?? row.message.outgoing;
  const words = text === '' ? estimatedHeight('', row) - 20 : estimatedHeight(text, row);
  const height = words + (row.continues ? 0 : authorHeight) + 16;
  if (kind === 'TEXT') return height;
  return height + (row.message.stored?.attachment?.thumbnail ? fileHeight.PICTURE : fileHeight[kind]);
}

/** Where what is new begins: the first message of the other side that was not read when the ticket was opened. */
export function firstUnread(messages: readonly TicketMessage[], own: TicketSender, unreadCount: number): number | null {
  const unread = messages.filter(({ sender, read }) => sender !== own && !read);
  // To those who answer, a new ticket is itself one of them.
  const expected = own === 'ADMIN' ? unreadCount - 1 : unreadCount;
  // The first of them is further up, not loaded: a mark here would stand in the middle of what is new.
  if (unread.length < expected) return null;
  return unread[0]?.id ?? null;
}
