import type { SeenItems } from '../services/audit-log.ts';

const keptMs = 60 * 60_000;
const maxLists = 5_000;
const maxItems = 200_000;

interface List {
  since: number;
  shownAt: number;
  items: Set<number>;
  writing: Set<Promise<void>>;
}

export function createSeenItems(now: () => number): SeenItems {
  /** In insertion order, which is the order of `since`. */
  const lists = new Map<string, List>();

  function listOf(name: string, gapMs: number): List {
    const known = lists.get(name);
    if (known && now() - known.since < keptMs && now() - known.shownAt <= gapMs && known.items.size < maxItems) {
      known.shownAt = now();
      return known;
    }
    const list = { since: now(), shownAt: now(), items: new Set<number>(), writing: new Set<Promise<void>>() };
    lists.delete(name);
    lists.set(name, list);
    for (const [other, { since }] of lists) {
      if (now() - since < keptMs && lists.size <= maxLists) break;
      lists.delete(other);
    }
    return list;
  }

  return {
    async once(name, items, write, gapMs = keptMs) {
      const list = listOf(name, gapMs);
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
