import { z } from 'zod/mini';
import { sha256 } from '../stored/file-names.ts';

/** An entry's place in the log of its device; the first one is 1. */
export const sequence = z.int().check(z.positive());

/** How much a line of a device's log matters to its person, the most important first. */
export const lineWeights = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type LineWeight = (typeof lineWeights)[number];

/** What the device's person is told about a line or a visit beside its words, when their client asks for it. */
const lineFacts = {
  weight: z.optional(z.enum(lineWeights)),
  /** The capability that it is about, or its action; there may be new ones. */
  kind: z.optional(z.string()),
};

/** A file that this device has sent, which the server still has. */
export const sentFile = z.strictObject({ sha256, name: z.string(), mimeType: z.string(), size: z.int() });
export type SentFile = z.infer<typeof sentFile>;

/** One entry of a device's log in plain words: who did what, and when. */
export const logEntry = z.strictObject({
  sequence,
  recordedAt: z.string(),
  who: z.string(),
  /** The kind of entry, such as `READ` or `PAUSE`; there may be new ones. */
  action: z.string(),
  what: z.string(),
  ...lineFacts,
  /** True when something left the phone by it, or was taken along from what the server has of it. */
  taken: z.optional(z.boolean()),
  /** What the device has sent for it, and for which command. */
  sent: z.optional(z.strictObject({ commandId: z.int(), files: z.array(sentFile) })),
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
  ...lineFacts,
  /** A summary of only what was taken; empty when nothing was. */
  taken: z.optional(z.string()),
});
export type LogVisit = z.infer<typeof logVisit>;
