import { useState } from 'react';
import { onSessionEnd } from '../../../../core/session/end-session.ts';
import { sessionStore } from '../../../../core/session/session-store.ts';

const prefix = 'ticket:';

/** The storage key. It contains the account, so that accounts in one browser do not see each other's drafts. */
function keyOf(name: string): string {
  return `${prefix}${sessionStore.get().userId}:${name}`;
}

/**
 * Reads a draft; empty when there is none. Drafts are in local storage, so that closing the tab does not lose them. When
 * storage is not available, writing still works without drafts.
 */
export function readDraft(name: string): string {
  try {
    return localStorage.getItem(keyOf(name)) ?? '';
  } catch {
    return '';
  }
}

/** Saves a draft. An empty text deletes it. */
export function saveDraft(name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(name));
    else localStorage.setItem(keyOf(name), text);
  } catch {
    // Storage is full or blocked, so the draft lives only as long as the page.
  }
}

function deleteAll(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}

// Drafts are deleted on sign-out, but kept when the session expires, because the admin will sign in again.
onSessionEnd((end) => end === 'signed-out' && deleteAll());

/** The draft message of a ticket, saved in the browser with each change. */
export function useDraft(ticketId: number): [string, (text: string) => void] {
  const name = `draft:${ticketId}`;
  const [text, setText] = useState(() => readDraft(name));
  const change = (next: string) => {
    saveDraft(name, next);
    setText(next);
  };
  return [text, change];
}
