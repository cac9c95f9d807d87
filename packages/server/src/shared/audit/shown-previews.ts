import type { ShownPreviews } from '../services/audit-log.ts';

const keptMs = 30 * 60_000;
const pruneAbove = 10_000;
const maxHashes = 5_000;

export function createShownPreviews(now: () => number): ShownPreviews {
  const pages = new Map<string, { at: number; left: number; hashes: Set<string> }>();

  function current(where: string) {
    const page = pages.get(where);
    return page && now() - page.at < keptMs ? page : undefined;
  }

  return {
    allow(where, rows) {
      const page = current(where);
      pages.delete(where);
      const hashes = page && page.hashes.size < maxHashes ? page.hashes : new Set<string>();
      pages.set(where, { at: now(), left: (page?.left ?? 0) + rows, hashes });
      for (const [other, { at }] of pages) {
        if (now() - at < keptMs && pages.size <= pruneAbove) break;
        pages.delete(other);
      }
    },
    take(where, sha256) {
      const page = current(where);
      if (page === undefined) return false;
      if (page.hashes.has(sha256)) return true;
      if (page.left <= 0) return false;
      page.left -= 1;
      page.hashes.add(sha256);
      return true;
    },
  };
}
