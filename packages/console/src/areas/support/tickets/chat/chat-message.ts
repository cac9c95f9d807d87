import type { TicketMessage, TicketSender } from '@fairwatch/contract';
import {
  conversationRows,
  estimatedHeight,
  type ConversationRow,
} from '../../../../shared/conversation/conversation-rows.ts';
import type { OutgoingMessage } from '../outbox/outgoing.ts';

/** A stored message of the conversation, or an outgoing one. */
export type ChatMessage = { stored: TicketMessage; outgoing: null } | { stored: null; outgoing: OutgoingMessage };
export type ChatRow = ConversationRow<ChatMessage>;

interface Author {
  sender: TicketSender;
  author: string;
}

/** The rows of the conversation, outgoing messages last. An outgoing message that is already stored is left out, by its client id. */
export function chatRows(
  stored: readonly TicketMessage[],
  sending: readonly OutgoingMessage[],
  self: Author,
): ChatRow[] {
  const storedIds = new Set(stored.map(({ clientId }) => clientId));
  const messages: ChatMessage[] = [
    ...stored.map((message) => ({ stored: message, outgoing: null })),
    ...sending
      .filter(({ clientId }) => !storedIds.has(clientId))
      .map((message) => ({ stored: null, outgoing: message })),
  ];
  return conversationRows(messages, (message) => {
    const { sender, author } = authorOf(message, self);
    const { clientId } = message.stored ?? message.outgoing;
    const at = message.stored?.sentAt ?? message.outgoing?.writtenAt ?? '';
    return { key: clientId, id: message.stored?.id ?? null, at, side: `${sender} ${author}` };
  });
}

export function authorOf({ stored }: ChatMessage, self: Author): Author {
  return stored ?? self;
}

const authorHeight = 22;
const fileHeight = { VOICE: 50, FILE: 62, PICTURE: 176 } as const;

/** The estimated height of a message in pixels, used until it is measured on screen. */
export function estimateRowHeight(row: ChatRow): number {
  const { kind, text } = row.message.stored ?? row.message.outgoing;
  const textHeight = text === '' ? estimatedHeight('', row) - 20 : estimatedHeight(text, row);
  const height = textHeight + (row.continues ? 0 : authorHeight) + 16;
  if (kind === 'TEXT') return height;
  return height + (row.message.stored?.attachment?.thumbnail ? fileHeight.PICTURE : fileHeight[kind]);
}

/** The id of the other side's first unread message; null when there is none, or it is not loaded. */
export function firstUnread(
  messages: readonly TicketMessage[],
  ownSide: TicketSender,
  unreadCount: number,
): number | null {
  const unread = messages.filter(({ sender, read }) => sender !== ownSide && !read);
  // For the answering side, the unread count includes the ticket itself.
  const expected = ownSide === 'ADMIN' ? unreadCount - 1 : unreadCount;
  // Earlier unread messages are not loaded, so the divider would be in the wrong place.
  if (unread.length < expected) return null;
  return unread[0]?.id ?? null;
}
