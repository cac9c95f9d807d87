import type { PersonTicket, TicketMessage } from '@fairwatch/contract';

/** A conversation as far as it was read. */
export interface Conversation {
  /** Oldest first. */
  messages: readonly TicketMessage[];
  /** The server has older ones. */
  more: boolean;
}

/** The person's tickets and what was written, as far as this browser knows. */
export interface TicketBook {
  /** Newest first. */
  tickets: readonly PersonTicket[];
  /** The server has older tickets. */
  more: boolean;
  conversations: Readonly<Record<number, Conversation>>;
}

export const emptyBook: TicketBook = { tickets: [], more: false, conversations: {} };

/** How much of it is kept in the browser: enough to read without a connection. */
const keptTickets = 50;
const keptMessages = 30;

/** A page of the list, newest first. Without `before` it is the beginning, and replaces what was known of that stretch. */
export function withList(
  book: TicketBook,
  { tickets, more }: { tickets: readonly PersonTicket[]; more: boolean },
  before: number | null,
): TicketBook {
  const oldest = tickets.at(-1)?.ticketId ?? 0;
  // What the server left out between two that it named is gone there.
  const others = book.tickets.filter(({ ticketId }) =>
    before === null ? more && ticketId < oldest : ticketId >= before || (more && ticketId < oldest),
  );
  const hasOlder = others.some(({ ticketId }) => ticketId < oldest);
  return { ...book, tickets: sorted([...others, ...tickets]), more: hasOlder ? book.more : more };
}

export function withTicket(book: TicketBook, ticket: PersonTicket): TicketBook {
  const others = book.tickets.filter(({ ticketId }) => ticketId !== ticket.ticketId);
  return { ...book, tickets: sorted([...others, ticket]) };
}

/** A page of a conversation, newest first. Without `before` it is the end of it. */
export function withMessages(
  book: TicketBook,
  ticketId: number,
  page: { messages: readonly TicketMessage[]; more: boolean },
  before: number | null,
): TicketBook {
  const known = book.conversations[ticketId];
  const oldest = page.messages.at(-1)?.id ?? 0;
  // A page that does not reach what is known leaves a gap between the two: then only the page is true.
  const reaches = known?.messages.some(({ id }) => id >= oldest) ?? false;
  const isApart = before === null && page.more && !reaches;
  const older = isApart ? [] : (known?.messages ?? []);
  const hasOlder = older.some(({ id }) => id < oldest);
  const more = hasOlder ? (known?.more ?? page.more) : page.more;
  return withConversation(book, ticketId, { messages: merged(older, page.messages), more });
}

/** A message that was written just now, by the person or to them. */
export function withMessage(book: TicketBook, message: TicketMessage): TicketBook {
  const known = book.conversations[message.ticketId] ?? { messages: [], more: true };
  const conversation = { ...known, messages: merged(known.messages, [message]) };
  return withConversation(book, message.ticketId, conversation);
}

/** An answer: its ticket has something new to read. The server counts how much, and says so with the ticket. */
export function withAnswer(book: TicketBook, message: TicketMessage): TicketBook {
  return withUnread(withMessage(book, message), message.ticketId, (count) => Math.max(1, count));
}

/** The person has read the answers up to this one, which is the newest that they can see. */
export function withRead(book: TicketBook, ticketId: number, upTo: number): TicketBook {
  const known = book.conversations[ticketId] ?? { messages: [], more: true };
  const messages = known.messages.map((message) =>
    isUnread(message) && message.id <= upTo ? Object.assign({}, message, { read: true }) : message,
  );
  return withUnread(withConversation(book, ticketId, { ...known, messages }), ticketId, () => 0);
}

/** The newest answer that the person has not read; undefined when there is none. */
export function newestUnread(conversation: Conversation | undefined): TicketMessage | undefined {
  return conversation?.messages.findLast((message) => isUnread(message));
}

function isUnread({ sender, read }: TicketMessage): boolean {
  return sender === 'ADMIN' && !read;
}

/** How many tickets have answers that the person has not read. */
export function unreadTickets({ tickets }: TicketBook): number {
  return tickets.filter(({ unreadCount }) => unreadCount > 0).length;
}

/** The newest part, small enough to be kept. */
export function bookToKeep({ tickets, more, conversations }: TicketBook): TicketBook {
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

function withConversation(book: TicketBook, ticketId: number, conversation: Conversation): TicketBook {
  return { ...book, conversations: { ...book.conversations, [ticketId]: conversation } };
}

function withUnread(book: TicketBook, ticketId: number, count: (now: number) => number): TicketBook {
  const tickets = book.tickets.map((ticket) =>
    ticket.ticketId === ticketId ? { ...ticket, unreadCount: count(ticket.unreadCount) } : ticket,
  );
  return { ...book, tickets };
}

function sorted(tickets: readonly PersonTicket[]): PersonTicket[] {
  return tickets.toSorted((one, other) => other.ticketId - one.ticketId);
}

/** In the order of their numbers; a later copy of a message replaces the earlier one. */
function merged(known: readonly TicketMessage[], news: readonly TicketMessage[]): TicketMessage[] {
  const byId = new Map([...known, ...news].map((message) => [message.id, message]));
  return Array.from(byId.values()).toSorted((one, other) => one.id - other.id);
}
