import { onSessionEnd } from '../../core/session/end-session.ts';
import { sessionStore } from '../../core/session/session-store.ts';

const prefix = 'ticket:';

/** Whose it is: the next person at this browser has drafts of their own. */
function keyOf(name: string): string {
  return `${prefix}${sessionStore.get().userId}:${name}`;
}

/**
 * Reads what was kept of something unsent. It lives in the browser, not the tab: closing the tab must not lose it. A browser
 * that keeps nothing still lets one write.
 */
export function readKept(name: string): string {
  try {
    return localStorage.getItem(keyOf(name)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps it; an empty text is nothing to keep. */
export function keep(name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(name));
    else localStorage.setItem(keyOf(name), text);
  } catch {
    // Storage is full or forbidden: it lives as long as the page then.
  }
}

function forgetAll(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}

// Whoever signs out leaves nothing behind; a session that merely ran out is signed in to again.
onSessionEnd((end) => end === 'signed-out' && forgetAll());
