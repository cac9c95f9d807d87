/** Remembers the latest changes, for a console that loaded its page before its socket was open. */
export interface RecentChanges<Change> {
  add(key: string, change: Change): void;
  /** Forgets everything: changes may have been missed. */
  clear(): void;
  /** Returns the changes since this time, each key once. Null when there may have been more than are remembered. */
  since(time: number): Change[] | null;
}

export function createRecentChanges<Change>(now: () => number, most = 200): RecentChanges<Change> {
  const recent = new Map<string, { change: Change; at: number }>();
  /** Everything after this time is remembered. */
  let completeAfter = now();
  return {
    add(key, change) {
      recent.delete(key);
      recent.set(key, { change, at: now() });
      if (recent.size <= most) return;
      // A Map keeps the order of insertion, so the first is the oldest.
      for (const [oldest, { at }] of recent) {
        recent.delete(oldest);
        completeAfter = at;
        return;
      }
    },
    clear() {
      recent.clear();
      completeAfter = now();
    },
    since(time) {
      if (time <= completeAfter) return null;
      return Array.from(recent.values())
        .filter(({ at }) => at >= time)
        .map(({ change }) => change);
    },
  };
}
