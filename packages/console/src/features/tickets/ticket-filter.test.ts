import { createdTickets } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { filterInput, isFiltering, readFilter, statusChoices } from './ticket-filter.ts';

describe('the filters of tickets', () => {
  it('come from the URL, and rubbish in it is none', () => {
    expect(readFilter({ status: 'OPEN', priority: 'HIGH', category: 'VPN_ISSUE', unread: true })).toEqual({
      status: 'OPEN',
      priority: 'HIGH',
      category: 'VPN_ISSUE',
      unread: true,
    });
    expect(isFiltering(readFilter({ status: 'x', priority: 3, category: null, unread: 'yes' }))).toBe(false);
  });

  it.each(statusChoices)('[SPEC 4.15] are what the server takes: %s', (status) => {
    const filter = filterInput(readFilter({ status, priority: 'LOW', category: 'OTHER', unread: true }));
    expect(createdTickets.input.parse({ filter }).filter).toEqual(filter);
    expect(filter).toHaveProperty(status === 'ongoing' || status === 'ended' ? 'ongoing' : 'status');
  });
});
