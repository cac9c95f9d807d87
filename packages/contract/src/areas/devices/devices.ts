import { z } from 'zod/mini';
import { command, toldByCommands } from '../../shared/command.ts';
import { device, listedDevice } from '../../shared/device.ts';
import { deviceFilter } from '../../shared/device-selection.ts';
import { groupTag } from '../../shared/group.ts';
import { deviceId, searchInput, sortDirection } from '../../shared/device-feature.ts';
import { endpoint, type OutputOf } from '../../shared/endpoint.ts';
import { wholeListBytes, wholeListInput } from '../../core/http/envelope.ts';
import { limits } from '../../core/limits.ts';
import { nickname } from '../../core/fields/account-fields.ts';
import { statedReason } from '../../core/fields/stated-reason.ts';
import { offers } from '../../shared/offers.ts';
import { sharingHours } from '../../shared/times/sharing-hours.ts';
import { plainLine, seenLine } from '../../shared/log/log-line.ts';

export const deviceSortFields = [
  'id',
  'name',
  'deviceUniqueUUID',
  'username',
  'contactInfo',
  'appName',
  'formattedDate',
  'status',
] as const;

export const deviceList = endpoint({
  path: 'device/all',
  access: 'admin',
  tells: ['DEVICE', 'DEVICE_INFO'],
  answers:
    'name of each device and its person, email or phone, when it was online, how much is shared; system, model and battery while they are shared',
  log: seenLine('devices'),
  staleBy: ['devices', 'groups'],
  summary: 'The devices assigned to the signed-in admin',
  input: z.strictObject({
    ...wholeListInput,
    search: searchInput,
    sortBy: z._default(z.enum(deviceSortFields), 'formattedDate'),
    sortDirection,
    filter: z._default(deviceFilter, {}),
  }),
  output: z.array(listedDevice),
  paged: true,
  maxBodyBytes: wholeListBytes,
});

/** The values that the list of devices can be narrowed to. */
export const deviceFilterChoices = endpoint({
  path: 'device/filter-choices',
  access: 'admin',
  tells: ['DEVICE'],
  answers: 'which apps devices run',
  log: 'names of apps and of admins',
  canWait: true,
  summary: 'What the list of devices can be narrowed to',
  input: z.strictObject({}),
  output: z.object({
    appNames: z.array(z.string()),
    /** Those who have devices; empty unless a SUPER_ADMIN asks. */
    admins: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
});

/** One device by its id, for the heading of its pages. */
export const deviceSummary = endpoint({
  path: 'device/summary',
  access: 'admin',
  tells: ['DEVICE', 'DEVICE_INFO'],
  answers:
    'name of the device and its person, email or phone, when it was online, what its client can do; system while it is shared',
  log: plainLine('device'),
  staleBy: ['devices', 'groups'],
  summary: 'One device',
  input: z.strictObject({ deviceId }),
  output: z.object({
    ...device.shape,
    /** In which hours its person shares; null for any hour. */
    hours: z.nullable(sharingHours),
    /** What its client can carry out; null when it can carry out everything. */
    offers: z.nullable(offers),
    /** Those of its groups that the caller sees. */
    groups: z.array(groupTag),
  }),
  device: { capability: null, action: 'READ' },
});

export type DeviceSummary = OutputOf<typeof deviceSummary>;

/** The device's commands that have not ended; while there is one, no other is taken. */
export const nonFinalCommands = endpoint({
  path: 'device/non-final-commands',
  access: 'admin',
  tells: toldByCommands,
  answers: 'what was asked of the device, with the part it was about',
  log: {
    action: 'READ',
    when: 'when there is one',
    describe: (_input, commands) => (commands.length === 0 ? null : { count: commands.length }),
    words: 'openCommands',
    // This endpoint is polled while commands run; each command has an entry of its own.
    part: () => '',
  },
  staleBy: ['commands'],
  summary: 'The commands of a device that have not ended yet',
  input: z.strictObject({ deviceId }),
  output: z.array(command),
  device: { capability: null, action: 'READ' },
});

/** Ends a command before its device does. Only for those who could have asked for it. */
export const cancelCommand = endpoint({
  path: 'device/command/cancel',
  access: 'admin',
  tells: toldByCommands,
  answers: 'the command itself, with the part it is about',
  log: { action: 'CANCEL' },
  summary: 'Cancel a command that has not ended yet',
  input: z.strictObject({ deviceId, commandId: z.int().check(z.positive()) }),
  output: command,
  device: { capability: null, action: 'COMMAND' },
  errors: ['command_not_found', 'command_ended'],
});

/** Gives a device its nickname, by which lists and pages call it. Written to its log with the one before. */
export const renameDevice = endpoint({
  path: 'device/update-nickname',
  access: { permission: 'DEVICES', level: 'FULL_ACCESS' },
  tells: [],
  log: { action: 'RENAME' },
  summary: 'Rename a device',
  input: z.strictObject({ deviceId, nickname }),
  output: z.object({ nickname: z.string() }),
  device: { capability: null, action: 'COMMAND' },
});

/**
 * Ends a device for good, for instance one that was sold. Its person is told who ended it and why; what was collected is
 * deleted as if they had left, and the log stays. To come back, the person joins with a new passcode.
 */
export const endDevice = endpoint({
  path: 'device/end',
  access: { permission: 'DEVICES', level: 'FULL_ACCESS' },
  tells: [],
  log: { action: 'END' },
  summary: 'End the supervision of a device and delete what was collected from it',
  input: z.strictObject({
    deviceId,
    /** Shown to the person, and kept in the device's log. */
    reason: statedReason(limits.device.endReasonMaxLength),
  }),
  output: z.null(),
  device: { capability: null, action: 'COMMAND' },
});
