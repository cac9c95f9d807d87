import { limits } from '@fairwatch/contract';
import type { ShownPreviews } from '../services/audit-log.ts';
import { createShownLists, type Shown } from './shown-lists.ts';

const { itemsPerList } = limits.memory.shownPreviews;

/** A page of pictures; its items are the hashes of the previews that were shown. */
interface Page extends Shown<string> {
  /** How many further previews it covers. */
  left: number;
}

export function createShownPreviews(now: () => number): ShownPreviews & { size(): { lists: number; items: number } } {
  const pages = createShownLists<string, Page>(now, limits.memory.shownPreviews);
  return {
    allow({ session, what }, rows) {
      const name = `${session} ${what}`;
      const page = pages.find(name);
      const items = page && page.items.size < itemsPerList ? page.items : new Set<string>();
      pages.keep({ name, session, at: now(), left: (page?.left ?? 0) + rows, items });
    },
    take({ session, what }, sha256) {
      const page = pages.find(`${session} ${what}`);
      if (page === undefined) return false;
      if (page.items.has(sha256)) return true;
      if (page.left <= 0) return false;
      page.left -= 1;
      pages.add(page, [sha256]);
      return true;
    },
    forgetSession: pages.forgetSession,
    size: pages.size,
  };
}
