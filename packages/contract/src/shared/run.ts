import { z } from 'zod/mini';
import { capabilityNames } from '../core/access/capabilities.ts';
import { statedReason } from '../core/fields/stated-reason.ts';
import { limits } from '../core/limits.ts';
import { notificationMessage, notificationTitle, notificationTypes } from './notification.ts';
import { updateCommands } from './command.ts';
import { fileName, filePath } from './stored/file-names.ts';

/** The states of a run. It is RUNNING until each of its items has ended. */
export const runStates = ['RUNNING', 'DONE', 'CANCELLED'] as const;

/**
 * The states of an item. WAITING: its turn has not come, since its device has an open command. OPEN: its command is with the device.
 * DECLINED: the person said no, which is an answer and no failure. SKIPPED: it was not allowed at its turn, for instance because the person does
 * not share the data.
 */
export const runItemStates = [
  'WAITING',
  'OPEN',
  'DONE',
  'DECLINED',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
  'SKIPPED',
] as const;
export type RunItemState = (typeof runItemStates)[number];

const { filesPerRun } = limits.run;
const somePath = filePath.check(z.minLength(1, 'This path is not allowed.'));
const paths = z.array(somePath).check(z.minLength(1), z.maxLength(filesPerRun));

/** Actions for any number of devices. */
const fleetActions = [
  /** Each kind of data is one command per device, in this order. Locating devices is an update of their location. */
  z.strictObject({
    action: z.literal('UPDATE'),
    commands: z.array(z.enum(updateCommands)).check(z.minLength(1), z.maxLength(updateCommands.length)),
  }),
  z.strictObject({
    action: z.literal('NOTIFY'),
    title: notificationTitle,
    message: notificationMessage,
    type: z._default(z.enum(notificationTypes), 'INFO'),
  }),
  /** Asks each person to share what they do not share yet. */
  z.strictObject({
    action: z.literal('ASK'),
    capabilities: z.array(z.enum(capabilityNames)).check(z.minLength(1), z.maxLength(capabilityNames.length)),
  }),
  /** Ends the supervision of each device; the person reads the reason. */
  z.strictObject({
    action: z.literal('END'),
    reason: statedReason(limits.device.endReasonMaxLength),
  }),
] as const;

/** Actions that name files of one device. */
const fileActions = [
  z.strictObject({ action: z.literal('SEND_FILES'), paths }),
  z.strictObject({ action: z.literal('DELETE_FILES'), paths }),
  z.strictObject({
    action: z.literal('RENAME_FILES'),
    renames: z
      .array(z.strictObject({ path: somePath, name: fileName }))
      .check(z.minLength(1), z.maxLength(filesPerRun)),
  }),
  /** Stored files that the device fetches into one of its folders. */
  z.strictObject({
    action: z.literal('RECEIVE_FILES'),
    folder: filePath,
    files: z
      .array(z.strictObject({ id: z.int().check(z.positive()), name: fileName }))
      .check(z.minLength(1), z.maxLength(filesPerRun)),
  }),
  /** Originals of photos and videos, by their ids in the gallery's list. */
  z.strictObject({
    action: z.literal('FETCH_MEDIA'),
    itemIds: z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(limits.run.itemsPerDevice)),
  }),
] as const;

/** What a run does on each of its devices. */
export const runAction = z.discriminatedUnion('action', [...fleetActions, ...fileActions]);
export type RunAction = z.infer<typeof runAction>;

/** What can be repeated by a schedule. */
export const scheduledAction = z.discriminatedUnion('action', [fleetActions[0], fleetActions[1]]);
export type ScheduledAction = z.infer<typeof scheduledAction>;

export const runActionNames = [
  'UPDATE',
  'NOTIFY',
  'ASK',
  'END',
  'SEND_FILES',
  'DELETE_FILES',
  'RENAME_FILES',
  'RECEIVE_FILES',
  'FETCH_MEDIA',
] as const satisfies readonly RunAction['action'][];

/** True for an action that names files, and so is for one device only. */
export function isFileAction({ action }: Pick<RunAction, 'action'>): boolean {
  return fileActions.some(({ shape }) => shape.action.def.values[0] === action);
}

/** How many items of a run are in each state. */
export const runCounts = z.record(z.enum(runItemStates), z.int());
export type RunCounts = z.infer<typeof runCounts>;
