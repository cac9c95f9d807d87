import type { TicketMessage } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { inOrder, readOnAfter, withRead, type MessagePage } from './message-pages.ts';

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
const idsOf = (pages: readonly MessagePage[]) => inOrder(pages).map(({ id }) => id);

describe('the stretches of a conversation', () => {
  it('are put in the order of time', () => {
    expect(idsOf([page([3, 2, 1]), page([6, 5, 4])])).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('are read on after the newest, or from the first of one’s own that was not read', () => {
    const messages = [
      message(1),
      message(2, { sender: 'ADMIN', read: false }),
      message(3),
      message(4, { read: false }),
    ];
    expect(readOnAfter(messages, 'USER')).toBe(3);
    expect(readOnAfter(messages, 'ADMIN')).toBe(1);
    expect(readOnAfter([message(1)], 'ADMIN')).toBe(1);
    expect(readOnAfter([], 'ADMIN')).toBe(0);
  });

  it('take what is new at their end, once, and what changed in its place', () => {
    const read = { ...page([8, 7, 6]), messages: [message(8), message(7), message(6, { text: 'changed' })] };
    const pages = withRead([page([3, 2, 1]), page([6, 5, 4])], read);
    expect(idsOf(pages)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(inOrder(pages)[5]?.text).toBe('changed');
    expect(idsOf(withRead(pages, read))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('do not take what does not follow them: their end is further on', () => {
    const pages = withRead([page([3, 2, 1], 3)], page([90, 89]));
    expect(idsOf(pages)).toEqual([1, 2, 3]);
    expect(pages[0]?.newer).toBe(3);
  });
});
