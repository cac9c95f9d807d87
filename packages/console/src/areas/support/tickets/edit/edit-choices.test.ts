import type { Ticket, TicketStatus } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { changesOf, statusesFor } from './edit-choices.ts';

const ticket = { status: 'OPEN', priority: 'LOW', category: 'GENERAL' } as Ticket;

describe('the edit of a ticket', () => {
  it.each<[TicketStatus, TicketStatus[]]>([
    ['OPEN', ['IN_PROGRESS', 'ANSWERED', 'CLOSED', 'CANCELLED']],
    ['IN_PROGRESS', ['OPEN', 'ANSWERED', 'CLOSED', 'CANCELLED']],
    ['ANSWERED', ['OPEN', 'IN_PROGRESS', 'CLOSED', 'CANCELLED']],
    ['CLOSED', ['OPEN']],
    ['CANCELLED', []],
  ])('[SPEC 4.15, 4.16] offers from %s itself, and what it may become: %j', (status, others) => {
    const [first, ...rest] = statusesFor(status);
    expect(first).toBe(status);
    expect(rest.toSorted()).toEqual(others.toSorted());
  });

  it('sends only the changed fields', () => {
    expect(changesOf(ticket, {})).toEqual({});
    expect(changesOf(ticket, { status: 'OPEN', priority: 'LOW', category: 'GENERAL' })).toEqual({});
    expect(changesOf(ticket, { status: 'CLOSED', priority: 'HIGH' })).toEqual({ status: 'CLOSED', priority: 'HIGH' });
  });

  it('omits a status that is no longer a valid transition', () => {
    const cancelled: Ticket = { ...ticket, status: 'CANCELLED' };
    expect(changesOf(cancelled, { status: 'IN_PROGRESS', category: 'BILLING' })).toEqual({ category: 'BILLING' });
  });
});
