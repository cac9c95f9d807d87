import { notificationStore } from './notification-store.ts';
import { sessionStore } from './session-store.ts';
import { tokenCookie } from './token-cookie.ts';

/** `signed-out` is the person's own wish; `expired` means that the server no longer knows the session. */
export type SessionEnd = 'signed-out' | 'expired';

const listeners = new Set<(end: SessionEnd) => void>();

/** Tells the router, the socket and the query cache, none of which this file needs to know. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Forgets the session in this browser, and tells those who listen, once. */
export function endSession(end: SessionEnd): void {
  tokenCookie.remove();
  if (!sessionStore.get().isAuthenticated) return;
  sessionStore.logout();
  notificationStore.clear();
  for (const listener of listeners) listener(end);
}
