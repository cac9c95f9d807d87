import { notificationStore } from './notification-store.ts';
import { sessionStore } from './session-store.ts';
import { tokenCookie } from './token-cookie.ts';

/** `signed-out`: the admin signed out. `expired`: the server no longer knows the session. */
export type SessionEnd = 'signed-out' | 'expired';

const listeners = new Set<(end: SessionEnd) => void>();

/** Subscribes to the end of the session. The router, the socket and the query cache use it. Returns the unsubscribe function. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Deletes the session in this browser and notifies the subscribers once. */
export function endSession(end: SessionEnd): void {
  tokenCookie.remove();
  if (!sessionStore.get().isAuthenticated) return;
  sessionStore.logout();
  notificationStore.clear();
  for (const listener of listeners) listener(end);
}
