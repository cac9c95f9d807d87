import type { PersonTicket, TicketMessage } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import {
  cacheToStore,
  emptyTicketCache,
  newestUnread,
  unreadTickets,
  withAnswer,
  withList,
  withMessage,
  withMessages,
  withRead,
  withTicket,
} from './ticket-cache.ts';

const at = '2026-01-05T10:00:00.000Z';
const ticket = (ticketId: number, changes: Partial<PersonTicket> = {}): PersonTicket => ({
  ticketId,
  clientId: `t${ticketId}`,
  title: 'Help',
  description: 'Please',
  category: 'SUPPORT',
  priority: 'MEDIUM',
  status: 'OPEN',
  version: 1,
  openedAt: at,
  unreadCount: 0,
  ...changes,
});
const message = (id: number, sender: TicketMessage['sender'] = 'ADMIN'): TicketMessage => ({
  id,
  ticketId: 1,
  clientId: `m${id}`,
  sender,
  author: 'maria',
  kind: 'TEXT',
  text: `text ${id}`,
  attachment: null,
  sentAt: at,
  read: false,
  readAt: null,
});
const ids = (cache: typeof emptyTicketCache) => cache.conversations[1]?.messages.map(({ id }) => id);

describe('tickets', () => {
  it('are listed newest first, each once, as they were told last', () => {
    let cache = withList(emptyTicketCache, { tickets: [ticket(3), ticket(2)], more: true }, null);
    cache = withList(cache, { tickets: [ticket(1)], more: false }, 2);
    cache = withTicket(cache, ticket(2, { status: 'CLOSED' }));
    expect(cache.tickets.map(({ ticketId, status }) => [ticketId, status])).toEqual([
      [3, 'OPEN'],
      [2, 'CLOSED'],
      [1, 'OPEN'],
    ]);
    expect(cache.more).toBe(false);
  });

  it('that the server no longer has are gone with the next list', () => {
    const cache = withList(
      { ...emptyTicketCache, tickets: [ticket(2), ticket(1)] },
      { tickets: [ticket(2)], more: false },
      null,
    );
    expect(cache.tickets.map(({ ticketId }) => ticketId)).toEqual([2]);
  });

  it('have something new after an answer, counted once with what the server says, until it is read', () => {
    let cache = withTicket(emptyTicketCache, ticket(1));
    cache = withAnswer(cache, message(5));
    expect(unreadTickets(cache)).toBe(1);
    cache = withTicket(cache, ticket(1, { status: 'ANSWERED', unreadCount: 1, version: 2 }));
    expect(cache.tickets[0]?.unreadCount).toBe(1);
    cache = withMessage(cache, message(6, 'USER'));
    expect(newestUnread(cache.conversations[1])?.id).toBe(5);
    cache = withRead(cache, 1, 5);
    expect([unreadTickets(cache), newestUnread(cache.conversations[1])]).toEqual([0, undefined]);
  });
});

describe('a conversation', () => {
  it('is in order whatever comes first, and a later copy of a message counts', () => {
    let cache = withAnswer(withTicket(emptyTicketCache, ticket(1)), message(9));
    cache = withMessages(cache, 1, { messages: [{ ...message(9), read: true }, message(8)], more: true }, null);
    cache = withMessages(cache, 1, { messages: [message(7), message(6)], more: false }, 8);
    expect(ids(cache)).toEqual([6, 7, 8, 9]);
    expect(cache.conversations[1]?.messages.at(-1)?.read).toBe(true);
    expect(cache.conversations[1]?.more).toBe(false);
  });

  it('keeps its older messages when its end is read again', () => {
    let cache = withMessages(emptyTicketCache, 1, { messages: [message(4), message(3)], more: true }, null);
    cache = withMessages(cache, 1, { messages: [message(2), message(1)], more: false }, 3);
    cache = withMessages(cache, 1, { messages: [message(5), message(4)], more: true }, null);
    expect(ids(cache)).toEqual([1, 2, 3, 4, 5]);
    expect(cache.conversations[1]?.more).toBe(false);
  });

  it('has no gap: what its new end does not reach is read again', () => {
    let cache = withMessages(emptyTicketCache, 1, { messages: [message(2), message(1)], more: false }, null);
    cache = withMessages(cache, 1, { messages: [message(90), message(89)], more: true }, null);
    expect(ids(cache)).toEqual([89, 90]);
    expect(cache.conversations[1]?.more).toBe(true);
  });

  it('is stored by its end', () => {
    const many = Array.from({ length: 80 }, (_, place) => message(80 - place));
    const cache = withMessages(withTicket(emptyTicketCache, ticket(1)), 1, { messages: many, more: false }, null);
    const kept = cacheToStore(cache).conversations[1];
    expect([kept?.messages.length, kept?.messages.at(-1)?.id, kept?.more]).toEqual([30, 80, true]);
  });
});
