import type { TicketMessage } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { chatRows, firstUnread } from './chat-message.ts';
import { createOutgoing } from '../outbox/outgoing.ts';

const self = { sender: 'ADMIN', author: 'admin' } as const;

function message(id: number, part: Partial<TicketMessage> = {}): TicketMessage {
  const base = { id, ticketId: 1, clientId: `c${id}`, sender: 'USER', author: 'mara', kind: 'TEXT' } as const;
  const sentAt = new Date(2026, 2, 1, 12, id).toISOString();
  return { ...base, text: `m${id}`, attachment: null, sentAt, read: false, readAt: null, ...part };
}

describe('the rows of a ticket', () => {
  it('end with unsent messages, and show each once after the server has stored it', () => {
    const sending = createOutgoing({ ticketId: 1, kind: 'TEXT', text: 'mine', file: null });
    const before = chatRows([message(1)], [sending], self);
    expect(before.map(({ key, id }) => [key, id])).toEqual([
      ['c1', 1],
      [sending.clientId, null],
    ]);
    const arrived = message(2, { clientId: sending.clientId, sender: 'ADMIN', author: 'admin' });
    const after = chatRows([message(1), arrived], [sending], self);
    expect(after.map(({ key, id }) => [key, id])).toEqual([
      ['c1', 1],
      [sending.clientId, 2],
    ]);
  });

  it('group only messages of the same author', () => {
    const other = { sender: 'ADMIN', author: 'second' } as const;
    const rows = chatRows([message(1), message(2), message(3, self), message(4, other)], [], self);
    expect(rows.map(({ continues }) => continues)).toEqual([false, true, false, false]);
  });

  it('[SPEC 3.18, 4.20] begin to be new with the first that the reader’s side has not read', () => {
    const read = message(1, { read: true });
    const own = message(2, self);
    expect(firstUnread([read, own, message(3), message(4)], 'ADMIN', 2)).toBe(3);
    expect(firstUnread([read, own], 'ADMIN', 0)).toBeNull();
    expect(firstUnread([read, own], 'USER', 1)).toBe(2);
    // The first unread message is not loaded.
    expect(firstUnread([message(3), message(4)], 'ADMIN', 9)).toBeNull();
  });
});
