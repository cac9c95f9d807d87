import {
  commandCatalogue,
  endpoints,
  everythingTold,
  type AuditAction,
  type FeaturePermission,
  type Told,
} from '@fairwatch/contract';
import { contentReads } from './read-lines.ts';

/** What the lines of an action tell, beside that something was done, when and by whom. */
interface LineFacts {
  /**
   * A kind of data. `CALL`: what the command or the call behind the line tells. `CAPABILITY`: the kind that the line names in
   * `details.capability`; without it, everything that its call may tell, because any of that can be in it.
   */
  tells: Told | 'CALL' | 'CAPABILITY';
  /** The sentence for who is not told that; null where the usual one does without. */
  withheld: string | null;
}

/**
 * What every kind of line in a device's log tells of. An admin reads the parts of a line (names, counts, searches, zones) while the
 * disclosure policy tells them this about the device now. The device's person reads all of it.
 */
const lineFacts = {
  JOIN: { tells: 'DEVICE', withheld: 'joined' },
  CONSENT: { tells: 'DEVICE', withheld: 'changed what is shared' },
  DECLINE: { tells: 'DEVICE', withheld: null },
  PAUSE: { tells: 'DEVICE', withheld: null },
  RESUME: { tells: 'DEVICE', withheld: null },
  HOURS: { tells: 'DEVICE', withheld: 'set the hours for sharing' },
  NOTICE: { tells: 'DEVICE', withheld: 'showed or hid the note that it is supervised' },
  LEAVE: { tells: 'DEVICE', withheld: null },
  END: { tells: 'DEVICE', withheld: 'ended the supervision of this device; what was collected was deleted' },
  RESTORE: { tells: 'DEVICE', withheld: null },
  ARCHIVE: { tells: 'DEVICE', withheld: 'asked for the archive of everything held about this device, or fetched it' },
  READ: { tells: 'CALL', withheld: null },
  COMMAND: { tells: 'CALL', withheld: null },
  CANCEL: { tells: 'CALL', withheld: null },
  ASK: { tells: 'DEVICE', withheld: null },
  NOTIFY: { tells: 'CALL', withheld: null },
  TICKET: { tells: 'DEVICE', withheld: 'changed a request for help of theirs' },
  RENAME: { tells: 'DEVICE', withheld: 'changed a nickname' },
  PERSON: { tells: 'DEVICE', withheld: 'changed their account' },
  ASSIGN: { tells: 'DEVICE', withheld: 'made somebody an admin of this device' },
  UNASSIGN: { tells: 'DEVICE', withheld: 'took this device from an admin' },
  GROUP: { tells: 'DEVICE', withheld: 'changed the groups of this device' },
  SIGN_IN: { tells: 'DEVICE', withheld: 'changed how an admin of this device signs in' },
  SCHEDULE: { tells: 'DEVICE', withheld: 'changed a schedule for this device' },
  ZONE: { tells: 'LOCATION', withheld: 'changed the places of this device' },
  LIVE_LOCATION: { tells: 'LOCATION', withheld: 'followed the location' },
  LIVE_VIEW: { tells: 'CAMERA', withheld: 'watched the camera live' },
  // A change of a rule and what a rule told have the same sentence for who is told neither.
  ALERT: { tells: 'CAPABILITY', withheld: 'had an alert rule for this device' },
  REPORT: { tells: 'LOCATION', withheld: 'changed the report about this device that is mailed each week' },
  KINDS: { tells: 'DEVICE', withheld: 'changed which kinds of data this installation uses' },
  DELETE: { tells: 'CALL', withheld: null },
  REVIEW: { tells: 'DEVICE', withheld: 'reviewed whether this device must be supervised' },
  REFUSED_READ: { tells: 'CALL', withheld: null },
  REFUSED_COMMAND: { tells: 'CALL', withheld: null },
} as const satisfies Record<AuditAction, LineFacts>;

/** Finds the sentence for a line whose parts are not told; null where the usual one does without them. */
export function withheldWords(action: string): string | null {
  return Object.hasOwn(lineFacts, action) ? lineFacts[action as AuditAction].withheld : null;
}

/** What an admin must be allowed to be told, and which permission they must hold, to read the parts of a line. */
interface Needs {
  tells: readonly Told[];
  /** The permission of the call behind the line, to read. */
  permission: FeaturePermission | null;
}

/** What the lines about each call need, by their subject. A call about one kind of data needs that one only. */
const callNeeds: Readonly<Record<string, Needs>> = Object.fromEntries([
  ...endpoints.map(({ path, device, tells, access }): [string, Needs] => {
    const told = device?.capability ? [device.capability] : tells.length === 0 ? (['DEVICE'] as const) : tells;
    return [path, { tells: told, permission: typeof access === 'object' ? access.permission : null }];
  }),
  ...contentReads.map(({ path, capability }): [string, Needs] => [path, { tells: [capability], permission: null }]),
]);

const mapped = <Value, Result>(of: Readonly<Record<string, Value>>, map: (value: Value) => Result | null) =>
  Object.fromEntries(
    Object.entries(of).flatMap(([key, value]) => {
      const result = map(value);
      return result === null ? [] : [[key, result]];
    }),
  );

/** The tables by which the database decides what a line tells: lists of `Told`, and permissions. */
export const lineTables = {
  byAction: mapped(lineFacts as Record<string, LineFacts>, ({ tells }) =>
    tells === 'CALL' || tells === 'CAPABILITY' ? null : [tells],
  ),
  byCommand: mapped(commandCatalogue, ({ capability }) => [capability]),
  byCapability: Object.fromEntries(everythingTold.map((told) => [told, [told]])),
  byCall: mapped(callNeeds, ({ tells }) => tells),
  permissions: mapped(callNeeds, ({ permission }) => (permission === null ? null : [permission])),
  capabilityActions: Object.entries(lineFacts).flatMap(([action, { tells }]) => (tells === 'CAPABILITY' ? action : [])),
} as const;

/**
 * The details that name no part of the data and count none of it, which every admin who sees the line reads. A reason is the admin's own
 * words.
 */
export const impersonalDetails = ['page', 'how', 'reason', 'approvedBy', 'commandId', 'commandType', 'madeAt'] as const;
