import { createdTickets } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { filterInput, isFiltering, readFilter } from './ticket-filter.ts';

describe('the filters of tickets', () => {
  it('are read from the URL, and invalid values are ignored', () => {
    expect(readFilter({ status: 'OPEN', priority: 'HIGH', category: 'VPN_ISSUE', unread: true })).toEqual({
      status: 'OPEN',
      priority: 'HIGH',
      category: 'VPN_ISSUE',
      unread: true,
    });
    expect(isFiltering(readFilter({ status: 'x', priority: 3, category: null, unread: 'yes' }))).toBe(false);
  });

  it.each([
    ['OPEN', { status: 'OPEN' }],
    ['IN_PROGRESS', { status: 'IN_PROGRESS' }],
    ['ANSWERED', { status: 'ANSWERED' }],
    ['CLOSED', { status: 'CLOSED' }],
    ['CANCELLED', { status: 'CANCELLED' }],
    ['ongoing', { ongoing: true }],
    ['ended', { ongoing: false }],
  ])('[SPEC 4.15] are what the server takes: %s', (status, asked) => {
    const filter = filterInput(readFilter({ status, priority: 'LOW', category: 'OTHER', unread: true }));
    expect(filter).toEqual({ ...asked, priority: 'LOW', category: 'OTHER', unread: true });
    expect(createdTickets.input.safeParse({ filter }).success).toBe(true);
    expect(filterInput(readFilter({ status }))).toEqual(asked);
  });
});
