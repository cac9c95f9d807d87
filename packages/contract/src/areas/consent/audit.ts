import { z } from 'zod/mini';
import { everythingTold } from '../../core/access/capabilities.ts';
import { auditActions, auditDetails } from '../../shared/log/audit-details.ts';
import { deviceId, newestFirst, searchInput } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { wholeListBytes, wholeListInput } from '../../core/http/envelope.ts';
import { limits } from '../../core/limits.ts';
import { logEntry, logVisit, sequence, visitRange } from '../../shared/log/log-entry.ts';
import { moment } from '../../core/fields/moment.ts';
import { plainLine, seenLine } from '../../shared/log/log-line.ts';

/** One line of a device's log as the audit page shows it. */
export const auditEntry = z.object({
  /** Tells entries apart across devices; within a device, `sequence` is the entry's place in the chain. */
  id: z.int(),
  deviceId: z.int(),
  deviceName: z.string(),
  /** The device's person. */
  username: z.string(),
  /** The device is no longer there; its log stays. */
  deviceLeft: z.boolean(),
  sequence: z.int(),
  recordedAt: z.string(),
  actorName: z.string(),
  action: z.enum(auditActions),
  /** What was done, to which part and how much, in plain words: the same that the device's person reads. */
  subject: z.string(),
  /** The call behind these words. */
  path: z.string(),
  /** As `AuditDetails` says. Empty when they are erased; without names and counts of what the caller is not told now. */
  details: auditDetails,
  /** True when the details, and the name where the person acted, were erased after the person left. */
  erased: z.boolean(),
});
export type AuditLogEntry = z.infer<typeof auditEntry>;

export const auditSortFields = ['recordedAt'] as const;

/** Part of a name, in any case. Empty means any. */
const namePart = z.optional(z.string().check(z.trim(), z.maxLength(limits.search.maxLength)));

/**
 * The logs of all devices in the admin's scope. It names files, people and searches, so each device that it shows gets a line, once an
 * hour.
 */
export const auditList = endpoint({
  path: 'audit/all',
  access: { permission: 'AUDIT', level: 'READ_ONLY' },
  tells: everythingTold,
  answers: 'what was done to each device, with the part it was about',
  log: seenLine('log'),
  staleBy: [
    'alerts',
    'archives',
    'commands',
    'consent-requests',
    'grants',
    'groups',
    'push-notifications',
    'reviews',
    'schedules',
    'zones',
  ],
  summary: 'Who did what to which device, and when',
  input: z.strictObject({
    ...wholeListInput,
    search: searchInput,
    deviceId: z.optional(deviceId),
    /** In the name of the device. */
    device: namePart,
    /** In the username of the device's person. */
    person: namePart,
    /** In the name of whoever did it. */
    actor: namePart,
    /** In what it was about: a file's name, a conversation, a search, a reason. What was erased, or is not told now, is not found. */
    object: namePart,
    action: z.optional(z.enum(auditActions)),
    /** Recorded at this moment or later. */
    from: z.optional(moment),
    /** Recorded before this moment. */
    to: z.optional(moment),
    sortBy: z._default(z.enum(auditSortFields), 'recordedAt'),
    sortDirection: newestFirst,
  }),
  output: z.array(auditEntry),
  paged: true,
  maxBodyBytes: wholeListBytes,
});

const ofDevice = { permission: 'OVERVIEW', level: 'READ_ONLY' } as const;
/** The entry below which the list goes on; left out for the newest. */
const before = z.optional(sequence);

/**
 * What was done on one device, grouped by visit, newest first, in the words its person reads. What an entry was about is left out
 * where this admin may not see that kind of data, or its person does not share it now.
 */
export const deviceVisits = endpoint({
  path: 'audit/visits',
  access: ofDevice,
  tells: everythingTold,
  answers: 'what was done on the device, by whom and when, with the parts this admin may see',
  // All pages of the log count as one part, because entries about reading the log would otherwise fill it.
  log: { ...plainLine('deviceLog'), part: () => '' },
  staleBy: [
    'alerts',
    'archives',
    'commands',
    'consent-requests',
    'grants',
    'groups',
    'push-notifications',
    'reviews',
    'schedules',
    'zones',
  ],
  summary: 'What was done on one device, grouped by visit',
  input: z.strictObject({ deviceId, before }),
  output: z.object({ visits: z.array(logVisit), more: z.boolean() }),
  device: { capability: null, action: 'READ' },
});

/** The entries of one visit, newest first. */
export const visitEntries = endpoint({
  path: 'audit/visit-entries',
  access: ofDevice,
  tells: everythingTold,
  answers: 'the same, entry by entry',
  log: { ...plainLine('deviceLogEntries'), part: () => '' },
  summary: 'The entries of one visit to a device',
  input: z.strictObject({ deviceId, ...visitRange.shape, before }),
  output: z.object({ entries: z.array(logEntry), more: z.boolean() }),
  device: { capability: null, action: 'READ' },
});
