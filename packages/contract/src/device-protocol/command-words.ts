import type { AuditDetails } from '../shared/log/audit-details.ts';
import { commandCatalogue, type CommandType } from '../shared/command.ts';
import type { CommandState } from '../shared/command-state.ts';
import { toAdmin } from '../shared/log/log-reader.ts';
import { amount } from '../shared/log/log-line.ts';
import { nameInSentence } from '../core/fields/written-text.ts';
import { capabilities } from '../core/access/capabilities.ts';
import { pathsOf, type CommandParams } from './command-params.ts';
import { joinNames } from './file-problems.ts';

/** A command in words, for lists and for the log. */
export interface CommandWords {
  /** For a heading: "Delete Documents/contract.pdf". */
  title: string;
  /** "asked to delete Documents/contract.pdf" */
  asked: string;
  /** What the device is asked: "to delete Documents/contract.pdf", "for its contacts". */
  wish: string;
  /** Once the device has done it: "deleted Documents/contract.pdf". */
  done: string;
}

const none = (): AuditDetails => ({});
const listed = (params: CommandParams<'SEND_FILE' | 'DELETE_FILE'>): AuditDetails => namesDetails(pathsOf(params));
const timed = ({ camera, seconds }: { camera?: string; seconds?: number }): AuditDetails => ({
  ...(camera !== undefined && { camera }),
  ...(seconds !== undefined && { seconds }),
});

/** The audit details that name one file, or several with their number. */
export function namesDetails(names: readonly string[]): AuditDetails {
  return { object: joinNames(names), ...(names.length > 1 && { count: names.length }) };
}

type DetailsOf = { readonly [Type in CommandType]: (params: CommandParams<Type>) => AuditDetails };

/** The parameters of a command that are logged. The caller may add what only it knows, such as a photo's name. */
const detailsOf = {
  UPDATE_CONTACTS: none,
  UPDATE_CALLS: none,
  UPDATE_MESSAGES: none,
  UPDATE_EVENTS: none,
  UPDATE_APPS: none,
  UPDATE_PERMISSIONS: none,
  UPDATE_LOCATIONS: none,
  LIVE_LOCATION: ({ minutes }) => ({ minutes }),
  UPDATE_DEVICE_INFO: none,
  UPDATE_GALLERY: none,
  FETCH_MEDIA: none,
  UPDATE_FILES: none,
  SEND_FILE: listed,
  RECEIVE_FILES: ({ folder, files }) => ({
    object: joinNames(files.map(({ name }) => name)),
    count: files.length,
    to: folder,
  }),
  CREATE_FOLDER: ({ folder, name }) => ({ object: folder === '' ? name : `${folder}/${name}` }),
  RENAME_FILE: ({ path, name }) => ({ from: path, to: name }),
  DELETE_FILE: listed,
  CAPTURE_PHOTO: ({ liveView, ...params }) => ({ ...timed(params), ...(liveView !== undefined && { live: 'yes' }) }),
  CAPTURE_VIDEO: timed,
  LIVE_VIEW: ({ camera, minutes, sound }) => ({ camera, minutes, sound: sound ? 'yes' : 'no' }),
  CAPTURE_VOICE: timed,
  RECORD_CALL: timed,
} satisfies DetailsOf;

/** The audit details of a command, from its parameters. */
export function commandDetails<Type extends CommandType>(type: Type, params: CommandParams<Type>): AuditDetails {
  return (detailsOf as DetailsOf)[type](params as never);
}

/** The object of a command in words: one by its name, several with their number in front. */
function objectOf({ object, count }: Readonly<AuditDetails>, missing: string, plural: string): string {
  if (object === undefined) return missing;
  const names = nameInSentence(object);
  return count === undefined || count === 1 ? names : `${count} ${plural} (${names})`;
}

/** The words of an Update, which are the same before and after it is done. */
function update(type: CommandType, what: string): () => CommandWords {
  const asked = `asked for ${capabilities[commandCatalogue[type].capability].title}`;
  const wish = `for its ${what.replace(/^the /, '')}`;
  return () => ({ title: `Update ${what}`, asked, wish, done: asked });
}

/** The words of a command with an object: "delete", "deleted", "Documents/contract.pdf". */
function deed(present: string, past: string, part: string): CommandWords {
  return {
    title: `${present.charAt(0).toUpperCase()}${present.slice(1)} ${part}`,
    asked: `asked to ${present} ${part}`,
    wish: `to ${present} ${part}`,
    done: `${past} ${part}`,
  };
}

const somewhere = 'something in the shared folder';

/** The words of each command. Details may be missing: they are erased when the person leaves, and older entries have none. */
const words = {
  UPDATE_CONTACTS: update('UPDATE_CONTACTS', 'contacts'),
  UPDATE_CALLS: update('UPDATE_CALLS', 'calls'),
  UPDATE_MESSAGES: update('UPDATE_MESSAGES', 'text messages'),
  UPDATE_EVENTS: update('UPDATE_EVENTS', 'calendar events'),
  UPDATE_APPS: update('UPDATE_APPS', 'installed apps'),
  UPDATE_PERMISSIONS: update('UPDATE_PERMISSIONS', 'app permissions'),
  UPDATE_LOCATIONS: update('UPDATE_LOCATIONS', 'location'),
  LIVE_LOCATION: ({ minutes }) =>
    deed(
      'follow',
      'started to follow',
      `the location${minutes === undefined ? '' : ` for ${String(minutes)} minutes`}`,
    ),
  UPDATE_DEVICE_INFO: update('UPDATE_DEVICE_INFO', 'device details'),
  UPDATE_GALLERY: update('UPDATE_GALLERY', 'photos and videos'),
  FETCH_MEDIA: (details) =>
    deed('fetch', 'fetched', `${objectOf(details, 'a photo or video', 'photos and videos')} in full`),
  UPDATE_FILES: update('UPDATE_FILES', 'the list of files'),
  SEND_FILE: (details) => deed('fetch', 'fetched', objectOf(details, somewhere, 'files')),
  RECEIVE_FILES: (details) =>
    deed(
      'add',
      'added',
      `${objectOf(details, 'files', 'files')} to ${nameInSentence(details.to || 'the shared folder')}`,
    ),
  CREATE_FOLDER: ({ object }) =>
    deed(
      'create',
      'created',
      object === undefined ? 'a folder in the shared folder' : `the folder ${nameInSentence(object)}`,
    ),
  RENAME_FILE: ({ from, to }) =>
    deed(
      'rename',
      'renamed',
      from === undefined ? somewhere : `${nameInSentence(String(from))} to ${nameInSentence(String(to))}`,
    ),
  DELETE_FILE: (details) => deed('delete', 'deleted', objectOf(details, somewhere, 'files')),
  CAPTURE_PHOTO: (details) =>
    details['live'] === 'yes'
      ? deed('keep', 'kept', 'a picture of the live view as a photo')
      : deed('take', 'took', `a photo${cameraOf(details)}`),
  CAPTURE_VIDEO: (details) => deed('record', 'recorded', `a video${secondsOf(details)}${cameraOf(details)}`),
  LIVE_VIEW: ({ minutes, sound, ...details }) =>
    deed(
      'see',
      'started to see',
      `a live picture${sound === 'yes' ? ' with sound' : ''}${cameraOf(details)}${minutes === undefined ? '' : ` for up to ${amount(Number(minutes), ['minute', 'minutes'])}`}`,
    ),
  CAPTURE_VOICE: (details) => deed('record', 'recorded', `sound with the microphone${secondsOf(details)}`),
  RECORD_CALL: (details) => deed('record', 'recorded', `a call${secondsOf(details)}`),
} satisfies Record<CommandType, (details: Readonly<AuditDetails>) => CommandWords>;

/** A command in words. The log may name a command of a newer version, which is then called by its type. */
export function commandWords(type: string, details: Readonly<AuditDetails>): CommandWords {
  const known = Object.hasOwn(words, type) ? words[type as CommandType] : undefined;
  return (
    known?.(details) ?? { title: type, asked: `asked for ${type}`, wish: `for ${type}`, done: `asked for ${type}` }
  );
}

/** What an admin has just done: "Asked Mia's phone for its location". */
export function askedSentence(type: CommandType, details: Readonly<AuditDetails>, deviceName: string): string {
  return `Asked ${deviceName} ${commandWords(type, details).wish}`;
}

/**
 * A command in words for the log: what was done, or what was requested and how that ended. `partly` is "2 of 10 failed" for a command
 * for several files of which some failed.
 */
export function commandSentence(
  type: string,
  details: Readonly<AuditDetails>,
  state?: CommandState | null,
  { partly = null, they = toAdmin.they }: { partly?: string | null | undefined; they?: string } = {},
): string {
  const { asked, done } = commandWords(type, details);
  if (state === 'DONE') return partly ? `${asked} (${partly})` : done;
  const end = state && commandEnds(they)[state];
  return end ? `${asked} (${end})` : asked;
}

/** How a command that was not carried out ended, in words of the log. `they` is the person, by a pronoun. */
export function commandEnds(they: string): Partial<Record<CommandState, string>> {
  return {
    DECLINED: `${they} said no`,
    UNANSWERED: `${they} did not answer in time`,
    FAILED: 'it failed',
    EXPIRED: 'not done in time',
    CANCELLED: 'cancelled',
  };
}

function cameraOf({ camera }: Readonly<AuditDetails>): string {
  return camera === undefined ? '' : ` with the ${String(camera).toLowerCase()} camera`;
}

function secondsOf({ seconds }: Readonly<AuditDetails>): string {
  return seconds === undefined ? '' : ` of ${String(seconds)} seconds`;
}
