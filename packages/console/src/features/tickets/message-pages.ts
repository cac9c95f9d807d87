import type { OutputOf, TicketMessage, TicketSender, ticketMessages } from '@fairwatch/contract';

/** A stretch of a conversation as the server gives it: newest first. */
export type MessagePage = OutputOf<typeof ticketMessages>;

/** The messages of stretches that follow one another, in the order of time. */
export function inOrder(pages: readonly MessagePage[]): TicketMessage[] {
  return pages.flatMap(({ messages }) => messages.toReversed());
}

/**
 * After which message to read on when something happened: what is newer than the newest, and what one's own side wrote that the
 * other has not read yet, whose mark may have changed.
 */
export function readOnAfter(messages: readonly TicketMessage[], own: TicketSender): number {
  const newest = messages.at(-1)?.id ?? 0;
  const unread = messages.find(({ sender, read }) => sender === own && !read);
  return unread === undefined ? newest : unread.id - 1;
}

/** Puts what was read again into the stretches that are loaded: known messages are renewed, new ones come at the end. */
export function withRead(pages: readonly MessagePage[], read: MessagePage): MessagePage[] {
  const renewed = new Map(read.messages.map((message) => [message.id, message]));
  const known = new Set(pages.flatMap(({ messages }) => messages.map(({ id }) => id)));
  const added = read.messages.filter(({ id }) => !known.has(id));
  return pages.map((page, place) => {
    const messages = page.messages.map((message) => renewed.get(message.id) ?? message);
    const isLast = place === pages.length - 1;
    // Where the end is not loaded, a new message is not the next one: it is read when one scrolls there.
    if (!isLast) return { ...page, messages };
    if (page.newer === null) return { ...page, messages: [...added, ...messages], newer: read.newer };
    return { ...page, messages };
  });
}
