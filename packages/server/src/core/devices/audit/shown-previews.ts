const keptMs = 30 * 60_000;
const pruneAbove = 10_000;
const hashesAtMost = 5_000;

/**
 * A page of pictures is one line of its list ("looked at 60 photos and videos"), and each small picture on it belongs to that line.
 * So a list that was logged allows as many previews as it has rows; one more than that, or one without a list, is logged by itself.
 */
export interface ShownPreviews {
  /** A list with so many rows was logged; `where` is the session, the device and the capability. */
  allow(where: string, rows: number): void;
  /** Whether a preview belongs to what was logged. Each picture counts once. */
  take(where: string, sha256: string): boolean;
}

export function createShownPreviews(now: () => number = Date.now): ShownPreviews {
  const pages = new Map<string, { at: number; left: number; hashes: Set<string> }>();

  function current(where: string) {
    const page = pages.get(where);
    return page && now() - page.at < keptMs ? page : undefined;
  }

  return {
    allow(where, rows) {
      const page = current(where);
      pages.delete(where);
      const hashes = page && page.hashes.size < hashesAtMost ? page.hashes : new Set<string>();
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
