import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endSession } from '../../core/session/end-session.ts';
import { sessionStore } from '../../core/session/session-store.ts';
import { keep, readKept } from './drafts.ts';
import { readNewTicket } from './use-new-ticket.ts';

const signIn = (userId: string) => sessionStore.setProfile({ userId });

beforeEach(() => {
  localStorage.clear();
  signIn('7');
});
afterEach(() => {
  sessionStore.logout();
  localStorage.clear();
});

describe('what is written and not sent', () => {
  it('is kept in the browser until it is empty', () => {
    keep('draft:3', 'half a sent');
    expect(readKept('draft:3')).toBe('half a sent');
    expect(readKept('draft:4')).toBe('');
    keep('draft:3', '');
    expect(localStorage).toHaveLength(0);
  });

  it('belongs to who wrote it: another account at this browser does not see it', () => {
    keep('draft:3', 'mine');
    signIn('8');
    expect(readKept('draft:3')).toBe('');
    signIn('7');
    expect(readKept('draft:3')).toBe('mine');
  });

  it('survives a session that ran out, and is forgotten by whoever signs out', () => {
    keep('draft:3', 'long story');
    endSession('expired');
    signIn('7');
    expect(readKept('draft:3')).toBe('long story');
    endSession('signed-out');
    expect(localStorage).toHaveLength(0);
  });

  it('of a new ticket comes back as far as it can be understood, with the id it is opened by', () => {
    keep('new', JSON.stringify({ title: 'Help', clientId: 'c1', category: 'BILLING', priority: 'x', other: 1 }));
    expect(readNewTicket()).toEqual({
      title: 'Help',
      description: '',
      category: 'BILLING',
      priority: 'MEDIUM',
      clientId: 'c1',
    });
    keep('new', '{broken');
    expect(readNewTicket()).toMatchObject({ title: '', category: 'SUPPORT' });
  });
});
