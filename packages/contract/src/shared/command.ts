import { z } from 'zod/mini';
import type { Capability, Told } from '../core/access/capabilities.ts';
import { auditDetails } from './log/audit-details.ts';
import { historyLine } from './log/list-lines.ts';
import type { HistoryLine } from './log/words/line-words.ts';
import { limits } from '../core/limits.ts';
import type { FeaturePermission } from '../core/access/permissions.ts';

interface CommandFacts {
  /** What the device's person must have granted. */
  capability: Capability;
  /** Whose Full Access may ask for it, and cancel it. */
  permission: FeaturePermission;
  /** How long the device has for it, from the request on. */
  deadlineMs: number;
}

const { deadlineMs, fileDeadlineMs } = limits.command;

/** All commands. Their parameters are in `commandParams`. */
export const commandCatalogue = {
  UPDATE_CONTACTS: { capability: 'CONTACTS', permission: 'CONTACTS', deadlineMs },
  UPDATE_CALLS: { capability: 'CALL_LOG', permission: 'CALL_LOG', deadlineMs },
  UPDATE_MESSAGES: { capability: 'SMS', permission: 'SMS_READ', deadlineMs },
  UPDATE_EVENTS: { capability: 'CALENDAR', permission: 'EVENT', deadlineMs },
  UPDATE_APPS: { capability: 'APPS', permission: 'APP_LIST', deadlineMs },
  UPDATE_PERMISSIONS: { capability: 'APP_PERMISSIONS', permission: 'PERMISSION', deadlineMs },
  UPDATE_LOCATIONS: { capability: 'LOCATION', permission: 'LOCATION', deadlineMs },
  /** The device sends points as it moves, for some minutes. The command is done when that has begun. */
  LIVE_LOCATION: { capability: 'LOCATION', permission: 'LOCATION', deadlineMs },
  UPDATE_DEVICE_INFO: { capability: 'DEVICE_INFO', permission: 'DEVICE_INFO', deadlineMs },
  /** Facts and previews of photos and videos; one in full comes with FETCH_MEDIA. */
  UPDATE_GALLERY: { capability: 'GALLERY', permission: 'GALLERY', deadlineMs: fileDeadlineMs },
  FETCH_MEDIA: { capability: 'GALLERY', permission: 'GALLERY', deadlineMs: fileDeadlineMs },
  /** The entries of the shared folder, recursively. */
  UPDATE_FILES: { capability: 'FILES', permission: 'FILE_MANAGER', deadlineMs },
  /** The device sends a file to the server. */
  SEND_FILE: { capability: 'FILES', permission: 'FILE_MANAGER', deadlineMs: fileDeadlineMs },
  /** The device fetches files from the server into its shared folder. */
  RECEIVE_FILES: { capability: 'FILES', permission: 'FILE_MANAGER', deadlineMs: fileDeadlineMs },
  /** An empty folder in the shared folder, or in one below it. */
  CREATE_FOLDER: { capability: 'FILES', permission: 'FILE_MANAGER', deadlineMs },
  RENAME_FILE: { capability: 'FILES', permission: 'FILE_MANAGER', deadlineMs },
  DELETE_FILE: { capability: 'FILES', permission: 'FILE_MANAGER', deadlineMs },
  /** Captures: a countdown and an indicator on the device, a maximum length, and a note that names the admin. */
  CAPTURE_PHOTO: { capability: 'CAMERA', permission: 'PHOTO_RECORDER', deadlineMs },
  CAPTURE_VIDEO: { capability: 'CAMERA', permission: 'VIDEO_RECORDER', deadlineMs },
  /**
   * The device sends live pictures, for some minutes. The command is done when they have begun. It is only given to a device that is
   * online, and expires soon: its person must not be asked long after the admin has gone.
   */
  LIVE_VIEW: { capability: 'CAMERA', permission: 'VIDEO_RECORDER', deadlineMs: limits.liveView.answerWithinMs },
  CAPTURE_VOICE: { capability: 'MICROPHONE', permission: 'VOICE_RECORDER', deadlineMs },
  RECORD_CALL: { capability: 'CALL_RECORDING', permission: 'CALL_LOG', deadlineMs },
} as const satisfies Record<string, CommandFacts>;
export type CommandType = keyof typeof commandCatalogue;

/** What a list of commands tells: a command names the part that it is about, such as a file. */
export const toldByCommands: readonly Told[] = [
  'DEVICE',
  ...new Set(Object.values(commandCatalogue).map(({ capability }) => capability)),
];

export const commandTypes = Object.keys(commandCatalogue) as [CommandType, ...CommandType[]];

/** The commands that ask a device for one kind of its data now. */
export const updateCommands = [
  'UPDATE_DEVICE_INFO',
  'UPDATE_LOCATIONS',
  'UPDATE_CONTACTS',
  'UPDATE_CALLS',
  'UPDATE_MESSAGES',
  'UPDATE_EVENTS',
  'UPDATE_APPS',
  'UPDATE_PERMISSIONS',
  'UPDATE_FILES',
  'UPDATE_GALLERY',
] as const satisfies readonly CommandType[];
export type UpdateCommand = (typeof updateCommands)[number];

/** The steps of a command. The last five are final. It is SENT while its device has it, also while the person is being asked. */
export const stepTypes = ['QUEUED', 'SENT', 'RUNNING', 'DONE', 'DECLINED', 'FAILED', 'EXPIRED', 'CANCELLED'] as const;
export type StepType = (typeof stepTypes)[number];

/** The phases of a command that its person is asked for first: the device shows the question, and they have it on their screen. */
export const askingPhases = ['ASKING', 'SEEN'] as const;
export type AskingPhase = (typeof askingPhases)[number];

/** The phases of a command, as its device reports them. A capture always begins with a visible countdown. */
export const commandPhases = [...askingPhases, 'COUNTDOWN', 'RECORDING', 'UPLOADING'] as const;
export type CommandPhase = (typeof commandPhases)[number];

const finalSteps: readonly StepType[] = ['DONE', 'DECLINED', 'FAILED', 'EXPIRED', 'CANCELLED'];

export function isFinalStep(step: StepType): boolean {
  return finalSteps.includes(step);
}

/** A command as the console sees it. */
export const command = z.object({
  id: z.int(),
  commandTypeEnum: z.enum(commandTypes),
  stepType: z.enum(stepTypes),
  createdAt: z.string(),
  /** When it expires unless it has ended. */
  expiresAt: z.string(),
  /** Milliseconds from the request to its final state; null while it is open. */
  userResponseTime: z.nullable(z.int()),
  errorDetails: z.nullable(z.string()),
  /** Percent of the work done, as the device reports it; null when it does not. */
  progress: z.nullable(z.int()),
  /** What the device is doing; null when it does not say. */
  phase: z.nullable(z.enum(commandPhases)),
  requestedBy: z.string(),
  /** The run that it belongs to; null when it was requested singly. */
  runId: z.nullable(z.int()),
  /**
   * The parameters for `commandWords`: which file, which camera, how long. Empty while the caller may not be told this kind of data of the
   * device.
   */
  details: auditDetails,
});
export type Command = z.infer<typeof command>;

/** A call that gives a command and answers with it spreads these facts into its declaration. */
export const givesCommand = {
  output: command,
  answers: 'the command itself, with the part it is about',
  log: { action: 'COMMAND' },
} as const;

/** What lists of commands tell about the person. */
export const askedOfDevice = 'what was asked of the device, with the part it was about';

const commands = z.array(command);

/** The facts of a call that lists commands of a device. The log names them by `what`, and by the kind of data that they ask for. */
export function listsCommands(what: HistoryLine, kind?: Capability) {
  return {
    output: commands,
    paged: true,
    answers: askedOfDevice,
    log: historyLine(what, kind),
    staleBy: ['commands'],
    device: { capability: null, action: 'READ' },
  } as const;
}

/** The access that is needed to request or cancel a command. */
export function accessToCommand(type: CommandType) {
  return { access: { permission: commandCatalogue[type].permission, level: 'FULL_ACCESS' } } as const;
}
