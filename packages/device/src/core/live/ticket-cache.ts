import type { PersonTicket, TicketMessage } from '@fairwatch/contract';

/** The messages of a ticket that were loaded. */
export interface Conversation {
  /** Oldest first. */
  messages: readonly TicketMessage[];
  /** The server has older ones. */
  more: boolean;
}

/** The person's tickets and conversations, as far as they were loaded. */
export interface TicketCache {
  /** Newest first. */
  tickets: readonly PersonTicket[];
  /** The server has older tickets. */
  more: boolean;
  conversations: Readonly<Record<number, Conversation>>;
}

export const emptyTicketCache: TicketCache = { tickets: [], more: false, conversations: {} };

/** How much is stored on the device, to be read without a connection. */
const keptTickets = 50;
const keptMessages = 30;

/** Adds a page of the list, newest first. Without `before` it is the first page. It replaces the known tickets of its range. */
export function withList(
  cache: TicketCache,
  { tickets, more }: { tickets: readonly PersonTicket[]; more: boolean },
  before: number | null,
): TicketCache {
  const oldest = tickets.at(-1)?.ticketId ?? 0;
  // A known ticket within the range of the page that is not in it no longer exists on the server.
  const others = cache.tickets.filter(({ ticketId }) =>
    before === null ? more && ticketId < oldest : ticketId >= before || (more && ticketId < oldest),
  );
  const hasOlder = others.some(({ ticketId }) => ticketId < oldest);
  return { ...cache, tickets: sorted([...others, ...tickets]), more: hasOlder ? cache.more : more };
}

export function withTicket(cache: TicketCache, ticket: PersonTicket): TicketCache {
  const others = cache.tickets.filter(({ ticketId }) => ticketId !== ticket.ticketId);
  return { ...cache, tickets: sorted([...others, ticket]) };
}

/** Adds a page of a conversation, newest first. Without `before` it is the latest page. */
export function withMessages(
  cache: TicketCache,
  ticketId: number,
  page: { messages: readonly TicketMessage[]; more: boolean },
  before: number | null,
): TicketCache {
  const known = cache.conversations[ticketId];
  const oldest = page.messages.at(-1)?.id ?? 0;
  // If there is a gap between the page and the known messages, only the page is kept.
  const reaches = known?.messages.some(({ id }) => id >= oldest) ?? false;
  const isApart = before === null && page.more && !reaches;
  const older = isApart ? [] : (known?.messages ?? []);
  const hasOlder = older.some(({ id }) => id < oldest);
  const more = hasOlder ? (known?.more ?? page.more) : page.more;
  return withConversation(cache, ticketId, { messages: merged(older, page.messages), more });
}

/** Adds a message that the person has just sent or received. */
export function withMessage(cache: TicketCache, message: TicketMessage): TicketCache {
  const known = cache.conversations[message.ticketId] ?? { messages: [], more: true };
  const conversation = { ...known, messages: merged(known.messages, [message]) };
  return withConversation(cache, message.ticketId, conversation);
}

/** Adds an answer and marks its ticket as unread. The exact count comes from the server with the ticket. */
export function withAnswer(cache: TicketCache, message: TicketMessage): TicketCache {
  return withUnread(withMessage(cache, message), message.ticketId, (count) => Math.max(1, count));
}

/** Marks the answers up to this one, the newest that is visible, as read. */
export function withRead(cache: TicketCache, ticketId: number, upTo: number): TicketCache {
  const known = cache.conversations[ticketId] ?? { messages: [], more: true };
  const messages = known.messages.map((message) =>
    isUnread(message) && message.id <= upTo ? Object.assign({}, message, { read: true }) : message,
  );
  return withUnread(withConversation(cache, ticketId, { ...known, messages }), ticketId, () => 0);
}

/** The newest answer that the person has not read; undefined when there is none. */
export function newestUnread(conversation: Conversation | undefined): TicketMessage | undefined {
  return conversation?.messages.findLast((message) => isUnread(message));
}

function isUnread({ sender, read }: TicketMessage): boolean {
  return sender === 'ADMIN' && !read;
}

/** How many tickets have answers that the person has not read. */
export function unreadTickets({ tickets }: TicketCache): number {
  return tickets.filter(({ unreadCount }) => unreadCount > 0).length;
}

/** The newest part, small enough to be stored. */
export function cacheToStore({ tickets, more, conversations }: TicketCache): TicketCache {
  const kept = tickets.slice(0, keptTickets);
  const numbers = new Set(kept.map(({ ticketId }) => String(ticketId)));
  const ends = Object.entries(conversations)
    .filter(([ticketId]) => numbers.has(ticketId))
    .map(([ticketId, { messages, more: older }]) => {
      const end = messages.slice(-keptMessages);
      return [ticketId, { messages: end, more: older || end.length < messages.length }];
    });
  return { tickets: kept, more: more || kept.length < tickets.length, conversations: Object.fromEntries(ends) };
}

function withConversation(cache: TicketCache, ticketId: number, conversation: Conversation): TicketCache {
  return { ...cache, conversations: { ...cache.conversations, [ticketId]: conversation } };
}

function withUnread(cache: TicketCache, ticketId: number, count: (now: number) => number): TicketCache {
  const tickets = cache.tickets.map((ticket) =>
    ticket.ticketId === ticketId ? { ...ticket, unreadCount: count(ticket.unreadCount) } : ticket,
  );
  return { ...cache, tickets };
}

function sorted(tickets: readonly PersonTicket[]): PersonTicket[] {
  return tickets.toSorted((one, other) => other.ticketId - one.ticketId);
}

/** Merges messages in the order of their ids; a later copy of a message replaces the earlier one. */
function merged(known: readonly TicketMessage[], news: readonly TicketMessage[]): TicketMessage[] {
  const byId = new Map([...known, ...news].map((message) => [message.id, message]));
  return Array.from(byId.values()).toSorted((one, other) => one.id - other.id);
}
