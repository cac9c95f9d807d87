import type { Session } from '../http/route.ts';
import type { Services } from '../services.ts';
import { hashToken } from './session-token.ts';
import { findSession } from './sessions.ts';

/** What is not told over the bus, such as a change made by hand in the database, counts after this time at the latest. */
const freshMs = 1000;

export interface SessionCache {
  /** Who a token stands for. Null when it is unknown, expired or revoked. */
  find(token: string): Promise<Session | null>;
  /** Reads every session anew from here on. */
  clear(): void;
}

/**
 * Reads a session once for the many calls of a moment. A session that ends, and an account whose access changes, are
 * told over the bus: from then on its calls are refused, however fresh the session was.
 */
export function createSessionCache(services: Pick<Services, 'db' | 'bus'>, now: () => number = Date.now): SessionCache {
  const known = new Map<string, { readAt: number; session: Promise<Session | null> }>();
  // All of them: whose a session is that is just being read, nobody knows yet.
  const clear = () => known.clear();
  services.bus.subscribe('accessChanged', clear);
  services.bus.subscribe('sessionEnded', ({ tokenHash }) => known.delete(tokenHash));

  /** The oldest stand first, because an entry is set anew each time it is read. */
  function prune(): void {
    for (const [key, { readAt }] of known) {
      if (now() - readAt < freshMs) return;
      known.delete(key);
    }
  }

  function read(key: string, token: string): Promise<Session | null> {
    const session = findSession(services, token);
    const entry = { readAt: now(), session };
    known.delete(key);
    known.set(key, entry);
    const forget = () => known.get(key) === entry && known.delete(key);
    session.then((found) => found ?? forget(), forget);
    return session;
  }

  return {
    clear,

    async find(token) {
      const key = hashToken(token)?.toString('hex');
      if (key === undefined) return null;
      const entry = known.get(key);
      if (entry && now() - entry.readAt < freshMs) return await entry.session;
      prune();
      return await read(key, token);
    },
  };
}
