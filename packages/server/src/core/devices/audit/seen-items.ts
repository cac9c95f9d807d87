const keptMs = 60 * 60_000;
const listsAtMost = 5_000;
const itemsAtMost = 200_000;

/** What each session was shown in lists, so that a list that reads itself again is not written down each time. */
export interface SeenItems {
  /**
   * Calls `write` with those of the items that this list has not shown within the hour. Resolves when all of them are written, also
   * those that another call is just writing. What could not be written counts as not shown.
   */
  once(list: string, items: readonly number[], write: (fresh: readonly number[]) => Promise<void>): Promise<void>;
}

interface List {
  since: number;
  items: Set<number>;
  writing: Set<Promise<void>>;
}

export function createSeenItems(now: () => number = Date.now): SeenItems {
  /** In the order in which their hours began. */
  const lists = new Map<string, List>();

  function listOf(name: string): List {
    const known = lists.get(name);
    if (known && now() - known.since < keptMs && known.items.size < itemsAtMost) return known;
    const list = { since: now(), items: new Set<number>(), writing: new Set<Promise<void>>() };
    lists.delete(name);
    lists.set(name, list);
    for (const [other, { since }] of lists) {
      if (now() - since < keptMs && lists.size <= listsAtMost) break;
      lists.delete(other);
    }
    return list;
  }

  return {
    async once(name, items, write) {
      const list = listOf(name);
      const fresh = [...new Set(items)].filter((item) => !list.items.has(item));
      const before = [...list.writing];
      if (fresh.length > 0) {
        for (const item of fresh) list.items.add(item);
        const writing = write(fresh);
        list.writing.add(writing);
        try {
          await writing;
        } catch (error) {
          for (const item of fresh) list.items.delete(item);
          throw error;
        } finally {
          list.writing.delete(writing);
        }
      }
      if (before.length > 0) await Promise.all(before);
    },
  };
}
