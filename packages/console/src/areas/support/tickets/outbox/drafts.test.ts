import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endSession } from '../../../../core/session/end-session.ts';
import { sessionStore } from '../../../../core/session/session-store.ts';
import { saveDraft, readDraft } from './drafts.ts';
import { readNewTicketDraft } from '../new-ticket/use-new-ticket.ts';

const signIn = (userId: string) => sessionStore.setProfile({ userId });

beforeEach(() => {
  localStorage.clear();
  signIn('7');
});
afterEach(() => {
  sessionStore.logout();
  localStorage.clear();
});

describe('a draft', () => {
  it('is kept in the browser until it is emptied', () => {
    saveDraft('draft:3', 'half a sent');
    expect(readDraft('draft:3')).toBe('half a sent');
    expect(readDraft('draft:4')).toBe('');
    saveDraft('draft:3', '');
    expect(localStorage).toHaveLength(0);
  });

  it('belongs to who wrote it: another account at this browser does not see it', () => {
    saveDraft('draft:3', 'mine');
    signIn('8');
    expect(readDraft('draft:3')).toBe('');
    signIn('7');
    expect(readDraft('draft:3')).toBe('mine');
  });

  it('survives a session that ran out, and is forgotten by whoever signs out', () => {
    saveDraft('draft:3', 'long story');
    endSession('expired');
    signIn('7');
    expect(readDraft('draft:3')).toBe('long story');
    endSession('signed-out');
    expect(localStorage).toHaveLength(0);
  });

  it('of a new ticket keeps its valid fields and its client id', () => {
    saveDraft('new', JSON.stringify({ title: 'Help', clientId: 'c1', category: 'BILLING', priority: 'x', other: 1 }));
    expect(readNewTicketDraft()).toEqual({
      title: 'Help',
      description: '',
      category: 'BILLING',
      priority: 'MEDIUM',
      clientId: 'c1',
    });
    saveDraft('new', '{broken');
    expect(readNewTicketDraft()).toMatchObject({ title: '', category: 'SUPPORT' });
  });
});
