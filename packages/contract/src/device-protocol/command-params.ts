import { z } from 'zod/mini';
import type { CommandType } from '../shared/command.ts';
import { limits } from '../core/limits.ts';
import { cameras } from '../shared/cameras.ts';
import { fileName, filePath, sha256 } from '../shared/stored/file-names.ts';
import { liveViewMinutes } from '../shared/live-view.ts';
import { liveMinutes } from '../shared/watches/live-location.ts';

const nothing = z.strictObject({});
const seconds = z.int().check(z.minimum(limits.recording.minSeconds), z.maximum(limits.recording.maxSeconds));
const camera = z.enum(cameras);
const mediaKey = z.string().check(z.minLength(1), z.maxLength(200));
const atMost = limits.run.filesPerCommand;
/** Several different files or items. A client reports about each by its index, and a server stores each once. */
const several = <Item extends z.ZodMiniType<string>>(item: Item) =>
  z.array(item).check(
    z.minLength(1),
    z.maxLength(atMost),
    z.refine((items) => new Set(items).size === items.length, 'One is named twice.'),
  );
/** One file; or several, for a client whose offers have `lists`. */
const onePathOrMore = z
  .strictObject({ path: z.optional(filePath), paths: z.optional(several(filePath)) })
  .check(z.refine(({ path, paths }) => (path === undefined) !== (paths === undefined), 'Either path or paths.'));

/** The parameters of each command. Both ends validate them. */
export const commandParams = {
  UPDATE_CONTACTS: nothing,
  UPDATE_CALLS: nothing,
  UPDATE_MESSAGES: nothing,
  UPDATE_EVENTS: nothing,
  UPDATE_APPS: nothing,
  UPDATE_PERMISSIONS: nothing,
  UPDATE_LOCATIONS: nothing,
  LIVE_LOCATION: z.strictObject({ minutes: liveMinutes }),
  UPDATE_DEVICE_INFO: nothing,
  UPDATE_GALLERY: nothing,
  /** The key of a photo or video, as the device named it; several for a client whose offers have `lists`. */
  FETCH_MEDIA: z
    .strictObject({ key: z.optional(mediaKey), keys: z.optional(several(mediaKey)) })
    .check(z.refine(({ key, keys }) => (key === undefined) !== (keys === undefined), 'Either key or keys.')),
  UPDATE_FILES: nothing,
  SEND_FILE: onePathOrMore,
  /** What is fetched, by its hash, and under which name it is put into the folder. */
  RECEIVE_FILES: z.strictObject({
    folder: filePath,
    files: z
      .array(z.strictObject({ name: fileName, sha256, size: z.int().check(z.minimum(0)) }))
      .check(z.minLength(1), z.maxLength(limits.file.receivedAtOnce)),
  }),
  /** `folder` is where the new one is created. */
  CREATE_FOLDER: z.strictObject({ folder: filePath, name: fileName }),
  RENAME_FILE: z.strictObject({ path: filePath, name: fileName }),
  DELETE_FILE: onePathOrMore,
  /** `liveView`: the id of the live view that runs, whose picture of this moment is wanted. Its person has allowed it already. */
  CAPTURE_PHOTO: z.strictObject({ camera, liveView: z.optional(z.int().check(z.positive())) }),
  CAPTURE_VIDEO: z.strictObject({ camera, seconds }),
  /** Sound is sent only while the microphone is shared too. */
  LIVE_VIEW: z.strictObject({ camera, minutes: liveViewMinutes, sound: z.boolean() }),
  CAPTURE_VOICE: z.strictObject({ seconds }),
  RECORD_CALL: z.strictObject({ seconds }),
} as const satisfies Record<CommandType, z.ZodMiniType>;

/** The parameters of a command of this type. */
export type CommandParams<Type extends CommandType = CommandType> = z.infer<(typeof commandParams)[Type]>;

/** The files that a command names, one or several. */
export function pathsOf({ path, paths }: CommandParams<'SEND_FILE' | 'DELETE_FILE'>): readonly string[] {
  return paths ?? (path === undefined ? [] : [path]);
}

/** The photos and videos that a command names, one or several. */
export function keysOf({ key, keys }: CommandParams<'FETCH_MEDIA'>): readonly string[] {
  return keys ?? (key === undefined ? [] : [key]);
}

/** The commands that can name several files at once. */
export const listCommands = ['SEND_FILE', 'DELETE_FILE', 'FETCH_MEDIA'] as const satisfies readonly CommandType[];
export type ListCommand = (typeof listCommands)[number];

export function isListCommand(type: CommandType): type is ListCommand {
  return (listCommands as readonly CommandType[]).includes(type);
}

/** The paths or keys that a command names; none for a command that cannot name several. */
export function namedFiles(type: CommandType, params: Readonly<Record<string, unknown>>): readonly string[] {
  if (!isListCommand(type)) return [];
  return type === 'FETCH_MEDIA' ? keysOf(params) : pathsOf(params);
}

/** The parameters of a command for these files. One file is named in the form that every client understands. */
export function paramsFor<Type extends ListCommand>(type: Type, names: readonly string[]): CommandParams<Type> {
  const [one, many] = type === 'FETCH_MEDIA' ? (['key', 'keys'] as const) : (['path', 'paths'] as const);
  return (names.length === 1 ? { [one]: names[0] } : { [many]: names }) as CommandParams<Type>;
}

/** True when these parameters are a list, which a client understands only if its offers have `lists`. */
export function hasList(params: Readonly<Record<string, unknown>>): boolean {
  return 'paths' in params || 'keys' in params;
}
