import type { Session } from '../session.ts';
import type { Services } from '../services/services.ts';
import { hashToken } from '../../core/http/bearer-token.ts';
import { findSession } from './sessions.ts';

/**
 * The longest time a cached session is used. It bounds how long a change that no bus event reports goes unnoticed: one made by hand in the
 * database, or one of another server whose event was lost.
 */
const maxAgeMs = 1000;

export interface SessionCache {
  /** Finds the session of a token. Null when it is unknown, expired or revoked. */
  find(token: string): Promise<Session | null>;
  /** Empties the cache. */
  clear(): void;
}

/**
 * Caches sessions for a second, because a page makes many requests at once. The bus events `sessionEnded` and
 * `accessChanged` evict them, so that a revoked session is refused at once, whatever its age in the cache.
 */
export function createSessionCache(
  services: Pick<Services, 'db' | 'bus' | 'scheduler'>,
  now: () => number = services.scheduler.now,
): SessionCache {
  const entries = new Map<string, { readAt: number; session: Promise<Session | null> }>();
  // It drops all entries, because the account of a session that is just being read is not known yet.
  const clear = () => entries.clear();
  services.bus.subscribe('accessChanged', clear);
  services.bus.onGap(clear);
  services.bus.subscribe('sessionEnded', ({ tokenHash }) => entries.delete(tokenHash));

  /** Deletes expired entries. A Map keeps insertion order and `read` inserts anew, so the oldest come first. */
  function prune(): void {
    for (const [key, { readAt }] of entries) {
      if (now() - readAt < maxAgeMs) return;
      entries.delete(key);
    }
  }

  function read(key: string, token: string): Promise<Session | null> {
    const session = findSession(services, token);
    const entry = { readAt: now(), session };
    entries.delete(key);
    entries.set(key, entry);
    const forget = () => entries.get(key) === entry && entries.delete(key);
    session.then((found) => found ?? forget(), forget);
    return session;
  }

  return {
    clear,

    async find(token) {
      const key = hashToken(token)?.toString('hex');
      if (key === undefined) return null;
      const entry = entries.get(key);
      if (entry && now() - entry.readAt < maxAgeMs) return await entry.session;
      prune();
      return await read(key, token);
    },
  };
}
