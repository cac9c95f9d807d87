import { limits } from '@fairwatch/contract';
import type { RecentAudits } from '../services/audit-log.ts';

const { keptMs, entries } = limits.memory.recentReads;

/** Remembers recent entries, because an open page polls: that is one entry in the log, not a hundred. */
export function createRecentAudits(now: () => number): RecentAudits {
  const written = new Map<string, { at: number; done: Promise<void> }>();

  /** Deletes old entries. A Map keeps insertion order and `once` inserts anew, so the oldest come first. */
  function prune(): void {
    for (const [what, { at }] of written) {
      if (now() - at < keptMs && written.size <= entries) return;
      written.delete(what);
    }
  }

  function find(what: string): Promise<void> | undefined {
    const recent = written.get(what);
    return recent && now() - recent.at < keptMs ? recent.done : undefined;
  }

  return {
    find,
    once(what, write) {
      const recent = find(what);
      if (recent) return recent;
      const done = write();
      written.delete(what);
      written.set(what, { at: now(), done });
      done.catch(() => written.delete(what));
      prune();
      return done;
    },
  };
}
