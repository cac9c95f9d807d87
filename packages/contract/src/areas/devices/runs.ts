import { z } from 'zod/mini';
import { endpoint, sessionPath } from '../../shared/endpoint.ts';
import { pageInput, wholeListBytes, wholeListInput } from '../../core/http/envelope.ts';
import { kilobyte, limits } from '../../core/limits.ts';
import { statedReason } from '../../core/fields/stated-reason.ts';
import { can, type Actor } from '../../core/access/permissions.ts';
import { canAskFor } from '../../shared/ask-consent.ts';
import { accessToCommand, type CommandType, toldByCommands } from '../../shared/command.ts';
import { newestFirst, searchInput } from '../../shared/device-feature.ts';
import { deviceSelection } from '../../shared/device-selection.ts';
import { runAction, runActionNames, runCounts, runItemStates, runStates, type RunAction } from '../../shared/run.ts';

const runId = z.int().check(z.positive());

/** A run: a plan that the server carries out on one or more devices. */
export const run = z.object({
  id: z.int(),
  action: z.enum(runActionNames),
  /** What it does, in words: "Update contacts and location". */
  title: z.string(),
  state: z.enum(runStates),
  requestedBy: z.string(),
  createdAt: z.string(),
  /** Null until each item has ended. */
  finishedAt: z.nullable(z.string()),
  /** The schedule that started it; null for an admin. Its name is empty when it was deleted since. */
  schedule: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** Why, in the admin's words; empty for none. */
  reason: z.string(),
  /** How many devices it is for. */
  devices: z.int(),
  /** The device, when there is only one and it is in the caller's scope. */
  device: z.nullable(z.object({ id: z.int(), name: z.string() })),
  counts: runCounts,
  /** The caller may cancel it, or run it again: it is their own, or they are a SUPER_ADMIN. */
  mine: z.boolean(),
});
export type Run = z.infer<typeof run>;

/** What an item waits for, beside its turn: a device carries out one command at a time. */
export const runWaits = ['COMMAND', 'STEP'] as const;

/** An item of a run: one step on one device. */
export const runItem = z.object({
  id: z.int(),
  /** The device's id and name. The name is empty when the device has left or is not in the caller's scope any more. */
  deviceId: z.int(),
  deviceName: z.string(),
  username: z.string(),
  /** What it does on the device, in words: "Update contacts". */
  title: z.string(),
  state: z.enum(runItemStates),
  /** Why it failed or was skipped; empty otherwise. */
  reason: z.string(),
  /** What a waiting item waits for: an open command of its device that is not of this run, or an earlier step of it; null otherwise. */
  waitsFor: z.nullable(z.enum(runWaits)),
  /** Null for an item without a command, and until its turn. */
  commandId: z.nullable(z.int()),
  /** Percent of its command that is done, as the device reports it. */
  progress: z.nullable(z.int()),
  /** When its turn came and when it ended; null before. */
  startedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
});
export type RunItem = z.infer<typeof runItem>;

/** Why, in the admin's words. Where the owner's policy requires a reason, items without one are skipped. */
const reason = z._default(z.union([z.literal(''), statedReason(limits.run.reasonMaxLength)]), '');

const startInput = z.strictObject({
  /** A UUID made by the caller: a repeated request with it starts nothing twice and answers with the same run. */
  clientId: z.uuid(),
  selection: deviceSelection,
  action: runAction,
  reason,
});

/** The largest request names 500 files with their paths. JSON may write one character as six bytes. */
const startBytes = 2048 * kilobyte;

const ofRun = 'name of the device of a run for one device';
/** Each item is logged like the call that does the same singly; an update of contacts is the example. */
const likeSingleCalls = {
  action: 'COMMAND',
  subject: sessionPath('contact/command/update'),
  when: 'at the turn of each item, under the call that does the same singly, here for an update of contacts',
} as const;

/**
 * Starts a run and answers at once. Its items are carried out by the server, whoever is signed in. Each item passes the checks of a
 * single command at its turn; what is not allowed then is skipped with the reason.
 */
export const startRun = endpoint({
  path: 'run/start',
  access: 'admin',
  tells: ['DEVICE'],
  answers: ofRun,
  log: likeSingleCalls,
  summary: 'Start a run: one action on one or more devices',
  input: startInput,
  maxBodyBytes: startBytes,
  output: run,
  errors: [
    'no_devices',
    'one_device_only',
    'too_many_devices',
    'too_many_items',
    'run_too_large',
    'device_full',
    'group_not_found',
    'file_not_found',
  ],
});

/** How many devices of a selection can carry out an action now, and why the others cannot. Starts nothing. */
export const previewRun = endpoint({
  path: 'run/preview',
  access: 'admin',
  tells: ['DEVICE'],
  answers: 'on how many devices an action could be carried out now, and why not on the others',
  log: {
    action: 'READ',
    when: 'once an hour',
    words: 'runCheck',
  },
  summary: 'How many devices could carry out an action now, and why the others could not',
  input: z.strictObject({ selection: deviceSelection, action: runAction, reason }),
  maxBodyBytes: startBytes,
  output: z.object({
    devices: z.int(),
    /** Devices on which everything is allowed now, on which a part is, and on which nothing is. */
    all: z.int(),
    some: z.int(),
    none: z.int(),
    /** Devices that are not connected: what is for them waits, and expires at its deadline. */
    offline: z.int(),
    /** Devices that have an open command now: what is for them waits until it has ended. */
    busy: z.int(),
    /** Why, most frequent first: a device counts once for each reason. */
    reasons: z.array(z.object({ text: z.string(), devices: z.int() })),
  }),
  errors: ['no_devices', 'one_device_only', 'too_many_devices', 'group_not_found', 'file_not_found'],
});

/** An admin sees their own runs, a SUPER_ADMIN all. */
export const runList = endpoint({
  path: 'run/all',
  access: 'admin',
  tells: ['DEVICE'],
  answers: ofRun,
  log: {
    action: 'READ',
    when: 'once an hour',
    words: { plain: 'runs' },
  },
  staleBy: ['runs'],
  summary: 'The runs, newest first',
  input: z.strictObject({
    ...pageInput,
    search: searchInput,
    sortDirection: newestFirst,
    filter: z._default(
      z.strictObject({
        state: z.optional(z.enum(runStates)),
        action: z.optional(z.enum(runActionNames)),
        scheduleId: z.optional(z.int().check(z.positive())),
        deviceId: z.optional(z.int().check(z.positive())),
        /** Those with an item that failed, expired or was skipped. */
        incomplete: z.optional(z.literal(true)),
      }),
      {},
    ),
  }),
  output: z.array(run),
  paged: true,
});

export const runDetail = endpoint({
  path: 'run/detail',
  access: 'admin',
  tells: ['DEVICE'],
  answers: ofRun,
  log: { action: 'READ', subject: runList.path, when: 'once an hour' },
  staleBy: ['runs'],
  summary: 'One run',
  input: z.strictObject({ runId }),
  /** `waitingDevices`: how many of its devices have an open command that the run did not give, for which it waits. */
  output: z.extend(run, { waitingDevices: z.int() }),
  errors: ['run_not_found'],
});
export type RunDetail = z.infer<typeof runDetail.output>;

export const runItemSortFields = ['id', 'state', 'finishedAt'] as const;

/** The items of a run: what became of it on each device. */
export const runItems = endpoint({
  path: 'run/items',
  access: 'admin',
  tells: toldByCommands,
  answers: 'name of each device of a run and its person, what was done there, and with which files',
  log: { action: 'READ', when: 'once an hour', words: { plain: 'runItems' } },
  staleBy: ['runs'],
  summary: 'What became of a run on each of its devices',
  input: z.strictObject({
    runId,
    ...wholeListInput,
    search: searchInput,
    sortBy: z._default(z.enum(runItemSortFields), 'id'),
    sortDirection: z._default(z.enum(['asc', 'desc']), 'asc'),
    filter: z._default(z.strictObject({ state: z.optional(z.enum(runItemStates)) }), {}),
  }),
  output: z.array(runItem),
  paged: true,
  maxBodyBytes: wholeListBytes,
  errors: ['run_not_found'],
});

/** Cancels what waits and what is open. What is done stays done. */
export const cancelRun = endpoint({
  path: 'run/cancel',
  access: 'admin',
  tells: ['DEVICE'],
  answers: ofRun,
  log: { action: 'CANCEL', when: 'for each command that was open' },
  summary: 'Cancel a run',
  input: z.strictObject({ runId }),
  output: run,
  errors: ['run_not_found', 'run_ended'],
});

/**
 * Starts a new run with the items that failed, expired, were cancelled or skipped. It is for the caller, and for the reason given now: that of the
 * earlier run does not count for it.
 */
export const repeatRun = endpoint({
  path: 'run/again',
  access: 'admin',
  tells: ['DEVICE'],
  answers: ofRun,
  log: likeSingleCalls,
  summary: 'Run again what did not succeed',
  input: z.strictObject({ runId, clientId: z.uuid(), reason }),
  output: run,
  errors: ['run_not_found', 'run_not_ended', 'nothing_to_repeat', 'too_many_items', 'run_too_large', 'device_full'],
});

/** The command of each action that carries out one; UPDATE names its commands itself. */
const commandOfAction = {
  SEND_FILES: 'SEND_FILE',
  DELETE_FILES: 'DELETE_FILE',
  RENAME_FILES: 'RENAME_FILE',
  RECEIVE_FILES: 'RECEIVE_FILES',
  FETCH_MEDIA: 'FETCH_MEDIA',
} as const satisfies Partial<Record<RunAction['action'], CommandType>>;

/** The commands that an action consists of; none for what is no command. */
export function commandsOfAction(action: RunAction): readonly CommandType[] {
  if (action.action === 'UPDATE') return action.commands;
  return action.action in commandOfAction ? [commandOfAction[action.action as keyof typeof commandOfAction]] : [];
}

/** Whether somebody may start an action at all. What they may do on each device is checked at its turn. */
export function canStartAction(actor: Actor | null, action: RunAction): boolean {
  if (action.action === 'NOTIFY')
    return can(actor, { access: { permission: 'TRIGGER_NOTIFICATIONS', level: 'FULL_ACCESS' } });
  if (action.action === 'END') return can(actor, { access: { permission: 'DEVICES', level: 'FULL_ACCESS' } });
  if (action.action === 'ASK') return action.capabilities.every((capability) => canAskFor(actor, capability));
  return commandsOfAction(action).every((type) => can(actor, accessToCommand(type)));
}
