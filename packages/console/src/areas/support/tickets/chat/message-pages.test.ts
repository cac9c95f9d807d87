import type { TicketMessage } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { toChronological, refreshAfter, mergeRefreshed, type MessagePage } from './message-pages.ts';

function message(id: number, part: Partial<TicketMessage> = {}): TicketMessage {
  return {
    id,
    ticketId: 1,
    clientId: `c${id}`,
    sender: 'USER',
    author: 'mara',
    kind: 'TEXT',
    text: `m${id}`,
    attachment: null,
    sentAt: new Date(id * 60_000).toISOString(),
    read: true,
    readAt: null,
    ...part,
  };
}
const page = (ids: readonly number[], newer: number | null = null): MessagePage => ({
  messages: ids.map((id) => message(id)),
  older: null,
  newer,
});
const idsOf = (pages: readonly MessagePage[]) => toChronological(pages).map(({ id }) => id);

describe('the pages of a conversation', () => {
  it('are merged in chronological order', () => {
    expect(idsOf([page([3, 2, 1]), page([6, 5, 4])])).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('are refreshed after the newest message, or from the first own message that is unread', () => {
    const messages = [
      message(1),
      message(2, { sender: 'ADMIN', read: false }),
      message(3),
      message(4, { read: false }),
    ];
    expect(refreshAfter(messages, 'USER')).toBe(3);
    expect(refreshAfter(messages, 'ADMIN')).toBe(1);
    expect(refreshAfter([message(1)], 'ADMIN')).toBe(1);
    expect(refreshAfter([], 'ADMIN')).toBe(0);
  });

  it('append new messages once, and replace changed ones', () => {
    const read = { ...page([8, 7, 6]), messages: [message(8), message(7), message(6, { text: 'changed' })] };
    const pages = mergeRefreshed([page([3, 2, 1]), page([6, 5, 4])], read);
    expect(idsOf(pages)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(toChronological(pages)[5]?.text).toBe('changed');
    expect(idsOf(mergeRefreshed(pages, read))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('ignore new messages when the end of the conversation is not loaded', () => {
    const pages = mergeRefreshed([page([3, 2, 1], 3)], page([90, 89]));
    expect(idsOf(pages)).toEqual([1, 2, 3]);
    expect(pages[0]?.newer).toBe(3);
  });
});
