import { z } from 'zod/mini';
import { deviceId, newestFirst, searchInput } from '../core/device-feature.ts';
import { endpoint } from '../core/endpoint.ts';
import { wholeListBytes, wholeListInput } from '../core/envelope.ts';
import { moment } from '../core/moment.ts';

/** What an entry of a device's log can say was done, or tried. */
export const auditActions = [
  'JOIN',
  'READ',
  'COMMAND',
  'CANCEL',
  'ASK',
  'NOTIFY',
  'TICKET',
  'DELETE',
  'REFUSED_READ',
  'REFUSED_COMMAND',
  'RENAME',
  'ASSIGN',
  'UNASSIGN',
  'SIGN_IN',
  'CONSENT',
  'DECLINE',
  'PAUSE',
  'RESUME',
  'LEAVE',
  'END',
  'RESTORE',
  'REVIEW',
  'HOURS',
] as const;
export type AuditAction = (typeof auditActions)[number];

/**
 * What an entry says beside who did what and when: to which part, how much, and why. Whatever names the person or what is
 * theirs belongs here, since it is erased when the person leaves; the entry itself keeps its place in the log.
 */
export interface AuditDetails {
  /** The part, in words the person knows: "Documents/contract.pdf", "conversation with Mum". */
  object?: string;
  /** How many rows, messages, points or files. */
  count?: number;
  /** What was searched for. */
  search?: string;
  /** What something was called before and after a rename or a move. */
  from?: string;
  to?: string;
  /** Why, in the admin's words. In a `REFUSED_` entry it is the code of the error, such as `consent_missing`. */
  reason?: string;
  /** The username of the second admin who agreed. */
  approvedBy?: string;
  /** What belongs to one action only, such as `capabilities` of a consent or `commandType` of a command. */
  [other: string]: string | number | readonly string[] | undefined;
}

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
  /** What it was about, in plain words. */
  subject: z.string(),
  /** The call behind these words. */
  path: z.string(),
  /** As `AuditDetails` says. Empty when they are erased. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  /** The details, and the name where the person acted, went with the person who left. */
  erased: z.boolean(),
});
export type AuditLogEntry = z.infer<typeof auditEntry>;

export const auditSortFields = ['recordedAt'] as const;

/**
 * The logs of all devices in the admin's scope. Reading it is not written down in turn: it holds who did what and when,
 * nothing that a device sent, and a list over all devices would lengthen every one of their chains.
 */
export const auditList = endpoint({
  path: 'audit/all',
  access: { permission: 'ROLE_MANAGER', level: 'FULL_ACCESS' },
  summary: 'Who did what to which device, and when',
  input: z.strictObject({
    ...wholeListInput,
    search: searchInput,
    deviceId: z.optional(deviceId),
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
