import { limits } from '@fairwatch/contract';
import type { SeenItems } from '../services/audit-log.ts';
import { createShownLists, type Shown } from './shown-lists.ts';

const { keptMs, itemsPerList } = limits.memory.shownLists;

interface List extends Shown<number> {
  shownAt: number;
  writing: Set<Promise<void>>;
}

export function createSeenItems(now: () => number): SeenItems & { size(): { lists: number; items: number } } {
  const lists = createShownLists<number, List>(now, limits.memory.shownLists);

  function listOf(session: string, what: string, gapMs: number): List {
    const name = `${session} ${what}`;
    const known = lists.find(name);
    if (known && now() - known.shownAt <= gapMs && known.items.size < itemsPerList) {
      known.shownAt = now();
      return known;
    }
    const list = {
      name,
      session,
      at: now(),
      shownAt: now(),
      items: new Set<number>(),
      writing: new Set<Promise<void>>(),
    };
    lists.keep(list);
    return list;
  }

  return {
    async once({ session, what }, items, write, gapMs = keptMs) {
      const list = listOf(session, what, gapMs);
      const fresh = [...new Set(items)].filter((item) => !list.items.has(item));
      const before = [...list.writing];
      if (fresh.length > 0) {
        lists.add(list, fresh);
        const writing = write(fresh);
        list.writing.add(writing);
        try {
          await writing;
        } catch (error) {
          lists.remove(list, fresh);
          throw error;
        } finally {
          list.writing.delete(writing);
        }
      }
      if (before.length > 0) await Promise.all(before);
    },
    forgetSession: lists.forgetSession,
    size: lists.size,
  };
}
