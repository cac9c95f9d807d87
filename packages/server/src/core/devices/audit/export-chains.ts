const keptMs = 5 * 60_000;
const pruneAbove = 10_000;

/**
 * An export reads a list page after page, each from where the one before ended. Its first page is logged with the number of all rows,
 * so a page that follows is part of what the log already says. A page from elsewhere is not.
 */
export interface ExportChains {
  /** Whether a page that begins at this cursor belongs to an export that was logged. */
  goesOn(list: string, after: string): boolean;
  /** Notes where a page of an export ended. `next` is undefined at the end of the list. */
  follow(list: string, after: string, next: string | undefined): void;
}

export function createExportChains(now: () => number = Date.now): ExportChains {
  /** By session, device, call and what the list was narrowed to. The cursor before is kept for a page that is asked for again. */
  const chains = new Map<string, { at: number; after: string; next: string | undefined }>();

  return {
    goesOn(list, after) {
      const chain = chains.get(list);
      return chain !== undefined && now() - chain.at < keptMs && (after === chain.next || after === chain.after);
    },
    follow(list, after, next) {
      chains.delete(list);
      chains.set(list, { at: now(), after, next });
      for (const [other, { at }] of chains) {
        if (now() - at < keptMs && chains.size <= pruneAbove) break;
        chains.delete(other);
      }
    },
  };
}
