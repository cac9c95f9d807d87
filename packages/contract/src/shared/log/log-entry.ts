import { z } from 'zod/mini';

/** An entry's place in the log of its device; the first one is 1. */
export const sequence = z.int().check(z.positive());

/** One entry of a device's log in plain words: who did what, and when. */
export const logEntry = z.strictObject({
  sequence,
  recordedAt: z.string(),
  who: z.string(),
  /** The kind of entry, such as `READ` or `PAUSE`; there may be new ones. */
  action: z.string(),
  what: z.string(),
});
export type LogEntry = z.infer<typeof logEntry>;

/** The range of a visit in the log: its first and its last entry. Entries of others may be between them. */
export const visitRange = z.strictObject({ first: sequence, last: sequence });
export type VisitRange = z.infer<typeof visitRange>;

/** A visit: the entries of one actor on a device without longer gaps (`limits.audit.visitGapMs`), with a summary. */
export const logVisit = z.strictObject({
  ...visitRange.shape,
  from: z.string(),
  to: z.string(),
  who: z.string(),
  /** How many entries it has. */
  entries: z.int(),
  summary: z.string(),
});
export type LogVisit = z.infer<typeof logVisit>;
