const coalesceMs = 5 * 60_000;
const pruneAbove = 10_000;

export interface RecentAudits {
  /** Writes unless the same was written within five minutes; joins a write that is under way. */
  once(what: string, write: () => Promise<void>): Promise<void>;
}

/** An open page reads again and again: that is one visit in the log, not a hundred. */
export function createRecentAudits(now: () => number = Date.now): RecentAudits {
  const written = new Map<string, { at: number; done: Promise<void> }>();

  /** The oldest stand first, because an entry is set anew each time it is written. */
  function prune(): void {
    for (const [what, { at }] of written) {
      if (now() - at < coalesceMs && written.size <= pruneAbove) return;
      written.delete(what);
    }
  }

  return {
    once(what, write) {
      const recent = written.get(what);
      if (recent && now() - recent.at < coalesceMs) return recent.done;
      const done = write();
      written.delete(what);
      written.set(what, { at: now(), done });
      done.catch(() => written.delete(what));
      prune();
      return done;
    },
  };
}
