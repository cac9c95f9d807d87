const coalesceMs = 5 * 60_000;
const pruneAbove = 50_000;

export interface RecentAudits {
  /** The write of the same within five minutes, done or under way. */
  find(what: string): Promise<void> | undefined;
  /** Writes unless the same was written within five minutes; joins a write that is under way. */
  once(what: string, write: () => Promise<void>): Promise<void>;
}

/** An open page reads again and again: that is one line in the log, not a hundred. */
export function createRecentAudits(now: () => number = Date.now): RecentAudits {
  const written = new Map<string, { at: number; done: Promise<void> }>();

  /** The oldest stand first, because an entry is set anew each time it is written. */
  function prune(): void {
    for (const [what, { at }] of written) {
      if (now() - at < coalesceMs && written.size <= pruneAbove) return;
      written.delete(what);
    }
  }

  function find(what: string): Promise<void> | undefined {
    const recent = written.get(what);
    return recent && now() - recent.at < coalesceMs ? recent.done : undefined;
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
