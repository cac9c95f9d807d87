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
}

/**
 * What every kind of line in a device's log tells of. An admin reads the parts of a line (names, counts, searches, zones) while the
 * disclosure policy tells them this about the device now. The device's person reads all of it.
 */
const lineFacts = {
  JOIN: { tells: 'DEVICE' },
  CONSENT: { tells: 'DEVICE' },
  DECLINE: { tells: 'DEVICE' },
  PAUSE: { tells: 'DEVICE' },
  RESUME: { tells: 'DEVICE' },
  HOURS: { tells: 'DEVICE' },
  NOTICE: { tells: 'DEVICE' },
  LEAVE: { tells: 'DEVICE' },
  END: { tells: 'DEVICE' },
  RESTORE: { tells: 'DEVICE' },
  ARCHIVE: { tells: 'DEVICE' },
  READ: { tells: 'CALL' },
  COMMAND: { tells: 'CALL' },
  CANCEL: { tells: 'CALL' },
  ASK: { tells: 'DEVICE' },
  NOTIFY: { tells: 'CALL' },
  TICKET: { tells: 'DEVICE' },
  RENAME: { tells: 'DEVICE' },
  PERSON: { tells: 'DEVICE' },
  ASSIGN: { tells: 'DEVICE' },
  UNASSIGN: { tells: 'DEVICE' },
  GROUP: { tells: 'DEVICE' },
  SIGN_IN: { tells: 'DEVICE' },
  SCHEDULE: { tells: 'DEVICE' },
  ZONE: { tells: 'LOCATION' },
  LIVE_LOCATION: { tells: 'LOCATION' },
  LIVE_VIEW: { tells: 'CAMERA' },
  ALERT: { tells: 'CAPABILITY' },
  REPORT: { tells: 'LOCATION' },
  KINDS: { tells: 'DEVICE' },
  DELETE: { tells: 'CALL' },
  REVIEW: { tells: 'DEVICE' },
  REFUSED_READ: { tells: 'CALL' },
  REFUSED_COMMAND: { tells: 'CALL' },
} as const satisfies Record<AuditAction, LineFacts>;

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
