import type { OutputOf, TicketMessage, TicketSender, ticketMessages } from '@fairwatch/contract';

/** A page of a conversation as the server returns it, newest message first. */
export type MessagePage = OutputOf<typeof ticketMessages>;

/** The messages of consecutive pages in chronological order. */
export function toChronological(pages: readonly MessagePage[]): TicketMessage[] {
  return pages.flatMap(({ messages }) => messages.toReversed());
}

/**
 * The id after which to load messages on a refresh. It covers everything newer than the newest message, and the own
 * messages that the other side had not read, because their read marks may have changed.
 */
export function refreshAfter(messages: readonly TicketMessage[], ownSide: TicketSender): number {
  const newest = messages.at(-1)?.id ?? 0;
  const unread = messages.find(({ sender, read }) => sender === ownSide && !read);
  return unread === undefined ? newest : unread.id - 1;
}

/** Merges refreshed messages into the loaded pages: known messages are replaced, new ones are appended. */
export function mergeRefreshed(pages: readonly MessagePage[], refreshed: MessagePage): MessagePage[] {
  const refreshedById = new Map(refreshed.messages.map((message) => [message.id, message]));
  const knownIds = new Set(pages.flatMap(({ messages }) => messages.map(({ id }) => id)));
  const added = refreshed.messages.filter(({ id }) => !knownIds.has(id));
  return pages.map((page, index) => {
    const messages = page.messages.map((message) => refreshedById.get(message.id) ?? message);
    const isLast = index === pages.length - 1;
    // When the end is not loaded, new messages would leave a gap. They are loaded on scrolling there.
    if (isLast && page.newer === null) return { ...page, messages: [...added, ...messages], newer: refreshed.newer };
    return { ...page, messages };
  });
}
