import type { AuditDetails } from '../shared/log/audit-details.ts';
import { commandCatalogue, type CommandType } from '../shared/command.ts';
import type { CommandState } from '../shared/command-state.ts';
import { toAdmin, type LogReader } from '../shared/log/log-reader.ts';
import { nameInSentence } from '../core/fields/written-text.ts';
import { capabilities } from '../core/access/capabilities.ts';
import { pathsOf, type CommandParams } from './command-params.ts';
import { joinNames } from './file-problems.ts';
import { sourceLanguage } from '../core/texts/languages.ts';
import { textLanguage, translator } from '../core/texts/translator.ts';
import texts from './command-words.texts.json' with { type: 'json' };

const t = translator('contract/command-words', texts);

/** A command in words, for lists and for the log. */
export interface CommandWords {
  /** For a heading: "Delete Documents/contract.pdf". */
  title: string;
  /** "asked to delete Documents/contract.pdf" */
  asked: string;
  /** "cancelled the request to delete Documents/contract.pdf" */
  cancelled: string;
  /** Once the device has done it: "deleted Documents/contract.pdf". */
  done: string;
  /** What an admin has just done: "Asked Mia's phone for its location". */
  told(device: string): string;
  /** To the person, before they are asked: "Olga asks to take a photo". */
  asks(by: string): string;
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

type Details = Readonly<AuditDetails>;

/** The words of an Update, which are the same before and after it is done. */
function update(type: keyof typeof texts.updated): () => CommandWords {
  return () => {
    const [what, kind] = [updatedPart(type), capabilities[commandCatalogue[type].capability].title];
    const asked = t('update.asked', { kind });
    return {
      title: t('update.title', { what }),
      asked,
      cancelled: t('update.cancelled', { kind }),
      done: asked,
      told: (device) => t(type === 'UPDATE_FILES' ? 'update.toldFiles' : 'update.told', { device, what }),
      asks: (by) => t('update.asks', { by, kind: textLanguage() === sourceLanguage ? kind.toLowerCase() : kind }),
    };
  };
}

/** What an Update asks for: "contacts". */
export function updatedPart(type: keyof typeof texts.updated): string {
  return t(`updated.${type}`);
}

/** The words of a command that does something to an object: "delete", "Documents/contract.pdf". */
function deed(verb: keyof typeof texts.deeds, what: string): CommandWords {
  return {
    title: t(`deeds.${verb}.title`, { what }),
    asked: t(`deeds.${verb}.asked`, { what }),
    cancelled: t(`deeds.${verb}.cancelled`, { what }),
    done: t(`deeds.${verb}.done`, { what }),
    told: (device) => t(`deeds.${verb}.told`, { device, what }),
    asks: (by) => t(`deeds.${verb}.asks`, { by, what }),
  };
}

/** Files by their names: one by its own, several with their number in front. */
function filesOf({ object, count }: Details, missing: 'someFile' | 'someFiles'): string {
  if (object === undefined) return t(`what.${missing}`);
  const names = nameInSentence(object);
  return count === undefined || count === 1 ? names : t('what.severalFiles', { count, names });
}

function mediaOf({ object, count }: Details): string {
  if (object === undefined) return t('what.someMediaInFull');
  const names = nameInSentence(object);
  return count === undefined || count === 1
    ? t('what.mediaInFull', { names })
    : t('what.severalMediaInFull', { count, names });
}

function withCamera(text: string, { camera }: Details): string {
  return camera === 'FRONT' || camera === 'BACK' ? t(`what.withCamera.${camera}`, { text }) : text;
}

function ofSeconds(text: string, { seconds }: Details): string {
  return seconds === undefined ? text : t('what.ofSeconds', { text, count: Number(seconds) });
}

function livePicture({ minutes, sound, ...details }: Details): string {
  const picture = t('what.live');
  const text = withCamera(sound === 'yes' ? t('what.withSound', { text: picture }) : picture, details);
  return minutes === undefined ? text : t('what.upTo', { text, count: Number(minutes) });
}

/** The words of each command. Details may be missing: they are erased when the person leaves, and older entries have none. */
const words = {
  UPDATE_CONTACTS: update('UPDATE_CONTACTS'),
  UPDATE_CALLS: update('UPDATE_CALLS'),
  UPDATE_MESSAGES: update('UPDATE_MESSAGES'),
  UPDATE_EVENTS: update('UPDATE_EVENTS'),
  UPDATE_APPS: update('UPDATE_APPS'),
  UPDATE_PERMISSIONS: update('UPDATE_PERMISSIONS'),
  UPDATE_LOCATIONS: update('UPDATE_LOCATIONS'),
  LIVE_LOCATION: ({ minutes }) =>
    deed('follow', minutes === undefined ? t('what.location') : t('what.locationFor', { count: Number(minutes) })),
  UPDATE_DEVICE_INFO: update('UPDATE_DEVICE_INFO'),
  UPDATE_GALLERY: update('UPDATE_GALLERY'),
  FETCH_MEDIA: (details) => deed('fetch', mediaOf(details)),
  UPDATE_FILES: update('UPDATE_FILES'),
  SEND_FILE: (details) => deed('fetch', filesOf(details, 'someFile')),
  RECEIVE_FILES: (details) => {
    const folder = nameInSentence(details.to || t('what.sharedFolder'));
    return deed('add', t('what.filesTo', { files: filesOf(details, 'someFiles'), folder }));
  },
  CREATE_FOLDER: ({ object }) =>
    deed('create', object === undefined ? t('what.someFolder') : t('what.folder', { name: nameInSentence(object) })),
  RENAME_FILE: ({ from, to }) =>
    deed(
      'rename',
      from === undefined
        ? t('what.someFile')
        : t('what.renamed', { from: nameInSentence(from), to: nameInSentence(String(to)) }),
    ),
  DELETE_FILE: (details) => deed('delete', filesOf(details, 'someFile')),
  CAPTURE_PHOTO: (details) =>
    details['live'] === 'yes'
      ? deed('keep', t('what.livePicture'))
      : deed('take', withCamera(t('what.photo'), details)),
  CAPTURE_VIDEO: (details) => deed('record', withCamera(ofSeconds(t('what.video'), details), details)),
  LIVE_VIEW: (details) => deed('see', livePicture(details)),
  CAPTURE_VOICE: (details) => deed('record', ofSeconds(t('what.sound'), details)),
  RECORD_CALL: (details) => deed('record', ofSeconds(t('what.call'), details)),
} satisfies Record<CommandType, (details: Details) => CommandWords>;

/** A command in words. The log may name a command of a newer version, which is then called by its type. */
export function commandWords(type: string, details: Details): CommandWords {
  const known = Object.hasOwn(words, type) ? words[type as CommandType] : undefined;
  if (known) return known(details);
  const [asked, cancelled] = [t('unknown', { what: type }), t('cancelledUnknown', { what: type })];
  return {
    title: type,
    asked,
    cancelled,
    done: asked,
    told: (device) => t('toldUnknown', { device, what: type }),
    asks: (by) => t('asksUnknown', { by, what: type }),
  };
}

/** What an admin has just done: "Asked Mia's phone for its location". */
export function askedSentence(type: CommandType, details: Details, deviceName: string): string {
  return commandWords(type, details).told(deviceName);
}

/**
 * A command in words for the log: what was done, or what was requested and how that ended. `partly` is "2 of 10 failed" for a command
 * for several files of which some failed.
 */
export function commandSentence(
  type: string,
  details: Details,
  state?: CommandState | null,
  { partly = null, reader = toAdmin }: { partly?: string | null | undefined; reader?: LogReader } = {},
): string {
  const { asked: text, done } = commandWords(type, details);
  if (state === 'DONE') return partly ? t('ended', { text, end: partlyWords(partly) }) : done;
  const end = state && commandEnd(state, reader);
  return end ? t('ended', { text, end }) : text;
}

/** How a command that was not carried out ended, in words of the log; null for the other states. */
export function commandEnd(state: CommandState, reader: LogReader): string | null {
  switch (state) {
    case 'DECLINED':
    case 'UNANSWERED':
      return t(`ends.${state}.${reader}`);
    case 'FAILED':
    case 'EXPIRED':
    case 'CANCELLED':
      return t(`ends.${state}`);
    default:
      return null;
  }
}

/** What the device reported is stored as `problemsText` wrote it. */
function partlyWords(partly: string): string {
  const [, failed, all] = /^(\d+) of (\d+) failed$/.exec(partly) ?? [];
  return all === undefined ? partly : t('partly', { failed: Number(failed), all: Number(all) });
}
