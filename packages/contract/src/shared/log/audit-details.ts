import { z } from 'zod/mini';

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
  'PERSON',
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
  'ARCHIVE',
  'REVIEW',
  'HOURS',
  'NOTICE',
  'GROUP',
  'SCHEDULE',
  'ZONE',
  'LIVE_LOCATION',
  'LIVE_VIEW',
  'ALERT',
  'REPORT',
  'KINDS',
] as const;
export type AuditAction = (typeof auditActions)[number];

/**
 * The details of an audit entry: which object, how much, and why. Everything that names the person or their data belongs here, since
 * it is erased when the person leaves; the entry itself stays in the log.
 */
export interface AuditDetails {
  /** The part, in words the person knows: "Documents/contract.pdf", "the conversation with Mum". */
  object?: string;
  /** How many rows, messages, points or files were shown, or taken along. Those of several entries can be added up. */
  count?: number;
  /** How many there are in all, where `count` is only what was shown of them. */
  total?: number;
  /** What was searched for. */
  search?: string;
  /** The filter of a list, in words. */
  filter?: string;
  /** Which page of a list, from the second on. */
  page?: number;
  /** How the data was used, if it was not only shown on a page. */
  how?: AuditHow;
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

/**
 * How somebody used what they read. `EXPORT`: a whole list as a file. `OPEN`: one file was shown or played. `SAVE`: one file was
 * saved. `PREVIEW`: a thumbnail. `SEEN`: a row about this device or its person in a list of many.
 */
export const auditHows = ['EXPORT', 'OPEN', 'SAVE', 'PREVIEW', 'SEEN'] as const;
export type AuditHow = (typeof auditHows)[number];

/** `AuditDetails` on the wire. */
export const auditDetails = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]));
