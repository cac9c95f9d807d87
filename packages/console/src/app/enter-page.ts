import { redirect } from '@tanstack/react-router';
import { ApiError } from '../core/api/api-error.ts';
import { sessionStore } from '../core/session/session-store.ts';
import { tokenCookie } from '../core/session/token-cookie.ts';
import { decide, type PageRequirement } from '../core/router/guard.ts';
import { returnSearch } from '../core/router/return-path.ts';

/**
 * Loads the session of the visitor. An expired session leaves them signed out. Any other failure is thrown, except on the pages for
 * guests and for anyone, which need no session.
 */
async function loadSession(requirement: PageRequirement): Promise<void> {
  // The welcome page loads the session every time, because its visitor may have been promoted since.
  if (sessionStore.get().isAuthenticated && requirement !== 'welcome') return;
  if (tokenCookie.read() === null) return;
  try {
    // Imported lazily, because a visitor without a token does not need this code.
    const { loadProfile } = await import('../shared/sign-in/load-profile.ts');
    await loadProfile();
  } catch (error) {
    const isExpired = error instanceof ApiError && error.status === 401;
    if (!isExpired && requirement !== 'guest' && requirement !== 'anyone') throw error;
  }
}

/** The route guard. It runs before the code of a page is loaded, and throws a redirect when the visitor may not open it. */
export async function enterPage(requirement: PageRequirement, requestedPath: string): Promise<void> {
  await loadSession(requirement);
  const target = decide(sessionStore.get(), requirement);
  if (target === null) return;
  throw redirect({ to: target, search: target === '/auth/login' ? returnSearch(requestedPath) : {}, replace: true });
}
