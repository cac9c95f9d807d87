import { redirect } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { sessionStore } from '../session/session-store.ts';
import { tokenCookie } from '../session/token-cookie.ts';
import { decide, type PageAsk } from './guard.ts';
import { returnSearch } from './return-path.ts';

/** Learns who is there. An ended session leaves nobody; a server that cannot say is an error, except at the door. */
async function knowVisitor(ask: PageAsk): Promise<void> {
  // The welcome page asks anew: somebody may have promoted its visitor since.
  if (sessionStore.get().isAuthenticated && ask !== 'welcome') return;
  if (tokenCookie.read() === null) return;
  try {
    // Without a token there is nothing to load, and the login page does not carry this code.
    const { loadProfile } = await import('../session/load-profile.ts');
    await loadProfile();
  } catch (error) {
    const ended = error instanceof ApiError && error.status === 401;
    if (!ended && ask !== 'guest') throw error;
  }
}

/** The route guard: runs before a page and its code are loaded. */
export async function enterPage(ask: PageAsk, wantedPath: string): Promise<void> {
  await knowVisitor(ask);
  const target = decide(sessionStore.get(), ask);
  if (target === null) return;
  throw redirect({ to: target, search: target === '/auth/login' ? returnSearch(wantedPath) : {}, replace: true });
}
