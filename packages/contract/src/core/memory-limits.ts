const minute = 60_000;

/** How much a server remembers besides the requests and connections it has at the moment. `limits.memory` has them. */
export const memoryLimits = {
  /**
   * What was written to the log, so that a page that is read again is one line: reads, exports, what was shown in lists and the previews on
   * pages (`items` is the sum over all sessions). What is forgotten early is written once more; what an ended session was shown is forgotten at once.
   */
  recentReads: { keptMs: 5 * minute, entries: 50_000 },
  recentExports: { keptMs: 5 * minute, entries: 10_000 },
  shownLists: { keptMs: 60 * minute, lists: 5000, itemsPerList: 200_000, items: 1_000_000 },
  shownPreviews: { keptMs: 30 * minute, lists: 10_000, itemsPerList: 5000, items: 200_000 },
  /** Devices with a position in memory: where each was last, and in which zones. Those of others are read from the database. */
  positions: 50_000,
} as const;
