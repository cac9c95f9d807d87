import { ticketStatuses, ticketTransitions, type Ticket } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { changesOf, statusesFor } from './edit-choices.ts';

const ticket = { status: 'OPEN', priority: 'LOW', category: 'GENERAL' } as Ticket;

describe('the edit of a ticket', () => {
  it.each(ticketStatuses)('[SPEC 4.15, 4.16] offers from %s what the contract lets it become, and itself', (status) => {
    expect(new Set(statusesFor(status))).toEqual(new Set([status, ...ticketTransitions[status]]));
    expect(statusesFor(status)[0]).toBe(status);
  });

  it('sends only what was changed', () => {
    expect(changesOf(ticket, {})).toEqual({});
    expect(changesOf(ticket, { status: 'OPEN', priority: 'LOW', category: 'GENERAL' })).toEqual({});
    expect(changesOf(ticket, { status: 'CLOSED', priority: 'HIGH' })).toEqual({ status: 'CLOSED', priority: 'HIGH' });
  });

  it('leaves out a status that the ticket cannot become any more', () => {
    const cancelled: Ticket = { ...ticket, status: 'CANCELLED' };
    expect(changesOf(cancelled, { status: 'IN_PROGRESS', category: 'BILLING' })).toEqual({ category: 'BILLING' });
  });
});
