import {
  captures,
  commandEnds,
  conversation,
  deviceFeatures,
  deviceSummary,
  deviceVisits,
  findMessages,
  limits,
  lineWeight,
  lineWeights,
  locationTrack,
  nonFinalCommands,
  overview,
  quoted,
  revealMessage,
  visitEntries,
  amount,
  type AuditDetails,
  toPerson,
  type CommandType,
  type LogReader,
  type Noun,
} from '@fairwatch/contract';
import { contentReads } from '../read-lines.ts';
import { logWords } from '../log-words.ts';
import type { VisitActivity } from './visits.store.ts';

/**
 * Summarises a visit in a sentence: "opened Overview, read 3 conversations (96 messages) (reason: "Lost phone"), exported 48 contacts". When
 * there is too much to name, changes and downloads are named before what was only looked at. Each use has the reasons that were given for it.
 */
export function visitWords(activities: readonly VisitActivity[], reader: LogReader = toPerson): string {
  const said = new Map<string, { place: number; weight: number; reasons: Set<string> }>();
  for (const [place, activity] of activities.entries()) {
    const words = activityWords(activity, reader);
    const before = said.get(words);
    if (before) for (const reason of activity.reasons) before.reasons.add(reason);
    else said.set(words, { place, weight: weightOf(activity), reasons: new Set(activity.reasons) });
  }
  const byWeight = [...said].toSorted(([, a], [, b]) => a.weight - b.weight || a.place - b.place);
  const named = byWeight.slice(0, limits.audit.visitParts).toSorted(([, a], [, b]) => a.place - b.place);
  const left = said.size - named.length;
  const parts = named.map(([words, { reasons }], place) => {
    const why = reasonsWords(reasons);
    if (why === '') return words;
    const isRepeated = named.slice(0, place).some(([, earlier]) => reasonsWords(earlier.reasons) === why);
    return `${words} (${isRepeated ? 'the same reason' : why})`;
  });
  return [...parts, ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
}

function reasonsWords(reasons: ReadonlySet<string>): string {
  return reasons.size === 0 ? '' : `reason: ${Array.from(reasons, (reason) => quoted(reason)).join(', ')}`;
}

/** Endpoints that pages read in the background. */
const backgroundReads: ReadonlySet<string> = new Set(
  [
    deviceSummary,
    nonFinalCommands,
    deviceVisits,
    visitEntries,
    ...Object.values(deviceFeatures).map(({ history }) => history),
  ].map(({ path }) => path),
);

/** Ranks activities for the summary by their weight: among the light ones, changes come first and background reads last. */
function weightOf(activity: VisitActivity): number {
  const { action, subject } = activity;
  const weight = lineWeights.indexOf(lineWeight(activity)) * 2;
  return weight + (action === 'READ' ? (backgroundReads.has(subject) ? 2 : 1) : 0);
}

/** Describes one kind of activity, done once or several times. */
function activityWords(activity: VisitActivity, reader: LogReader): string {
  const { details, times, action } = activity;
  if (details === null) return logWords({ ...activity, details }, reader);
  const isRefused = action.startsWith('REFUSED_');
  // The stated reason is added to the words of all that it was given for; the code of a refusal belongs to its sentence.
  const plain = without(details, isRefused ? ['approvedBy'] : ['approvedBy', 'reason']);
  if (times === 1) return shortened(activity, logWords({ ...activity, details: plain }, reader));
  if (action === 'READ') return readsWords(activity, plain, reader);
  if (action === 'COMMAND') return commandsWords(activity, plain, reader);
  if (action === 'NOTIFY') return `sent ${reader.them} ${times} notifications`;
  if (action === 'TICKET') return `changed ${reader.their} requests for help ${times} times`;
  if (action === 'SCHEDULE' || action === 'ZONE') return `changed what watches this device ${times} times`;
  if (action === 'DELETE' && activity.parts !== 1) return `deleted ${amount(times, deletedNoun(activity))}`;
  const about = isRefused ? without(plain, ['object', 'search']) : plain;
  return `${logWords({ ...activity, details: about }, reader)} (${times} times)`;
}

function without(details: Readonly<AuditDetails>, keys: readonly string[]): AuditDetails {
  return Object.fromEntries(Object.entries(details).filter(([key]) => !keys.includes(key)));
}

/** Cuts the list of a page's fields, which the entry itself has. */
function shortened({ action, subject, details }: VisitActivity, words: string): string {
  const isPlain = details?.object === undefined && details?.search === undefined;
  return action === 'READ' && (isPlain || subject === overview.path) ? (words.split(': ')[0] ?? words) : words;
}

const foundWords = (count: number | null) => (count === null ? '' : ` (${count.toLocaleString('en')} found)`);

/** Describes several reads by the same endpoint. */
function readsWords(activity: VisitActivity, details: Readonly<AuditDetails>, reader: LogReader): string {
  const { subject, times, parts, count } = activity;
  const { object, how, search } = details;
  if (subject === revealMessage.path) return revealedWords(activity, object);
  if (parts > 1) {
    const several = severalParts(activity, details);
    if (several !== undefined) return several;
  }
  const summed: AuditDetails = {
    ...without(details, ['object', 'search', 'filter', 'place', 'page', 'total', 'count']),
    ...(count !== null && { count }),
    ...(parts === 1 && object !== undefined && { object }),
  };
  const words = shortened({ ...activity, details: summed }, logWords({ ...activity, details: summed }, reader));
  if (search === undefined || how === 'EXPORT' || !words.startsWith('looked at ')) return words;
  const list = logWords({ ...activity, details: without(summed, ['count']) }, reader).replace(
    'looked at ',
    'searched ',
  );
  return `${list} ${times} times${foundWords(count)}`;
}

/** Each entry is about one message. */
function revealedWords({ times, parts }: VisitActivity, object = 'a conversation'): string {
  return `revealed codes in ${times} messages of ${parts > 1 ? `${parts} conversations` : object}`;
}

/** Describes several parts read by one endpoint: conversations, days, files. Undefined where the total says enough. */
function severalParts(
  { subject, parts, count, times }: VisitActivity,
  { how }: Readonly<AuditDetails>,
): string | undefined {
  const counted = (noun: Noun) => (count === null ? '' : ` (${amount(count, noun)})`);
  if (subject === conversation.path) return `read ${parts} conversations${counted(['message', 'messages'])}`;
  if (subject === findMessages.path) return `searched ${parts} conversations${foundWords(count)}`;
  if (subject === locationTrack.path) return `looked at the places of ${parts} periods${counted(['point', 'points'])}`;
  const files = contentReads.find(({ path }) => path === subject);
  if (files === undefined) return undefined;
  const noun = contentNouns[files.capability] ?? ['file', 'files'];
  if (how === 'PREVIEW') return `looked at previews of ${amount(times, noun)}`;
  return `${how === 'SAVE' ? 'downloaded' : 'opened'} ${amount(parts, noun)}`;
}

/** The nouns for the files of each capability. */
const contentNouns: Readonly<Record<string, Noun>> = {
  GALLERY: ['photo or video', 'photos and videos'],
  APPS: ['icon of an app', 'icons of apps'],
  CAMERA: ['photo or video of the camera', 'photos and videos of the camera'],
  MICROPHONE: ['voice recording', 'voice recordings'],
  CALL_RECORDING: ['recording of a call', 'recordings of calls'],
};

const captureNouns = {
  PHOTO: ['photo', 'photos'],
  VIDEO: ['video', 'videos'],
  VOICE: ['voice recording', 'voice recordings'],
  CALL: ['recording of a call', 'recordings of calls'],
} as const;

function deletedNoun({ subject }: VisitActivity): Noun {
  const capture = Object.values(captures).find(({ remove }) => remove.path === subject);
  return capture === undefined ? ['thing', 'things'] : captureNouns[capture.kind];
}

/** Commands that have a part of their own each time. An Update is the same however often it is sent. */
const commandVerbs: Partial<Record<CommandType, { ask: string; did: string; noun: Noun }>> = {
  FETCH_MEDIA: { ask: 'fetch', did: 'fetched', noun: ['photo or video in full', 'photos and videos in full'] },
  SEND_FILE: { ask: 'fetch', did: 'fetched', noun: ['file', 'files'] },
  CREATE_FOLDER: { ask: 'create', did: 'created', noun: ['folder', 'folders'] },
  RENAME_FILE: { ask: 'rename', did: 'renamed', noun: ['file', 'files'] },
  DELETE_FILE: { ask: 'delete', did: 'deleted', noun: ['file', 'files'] },
  RECEIVE_FILES: { ask: 'add', did: 'added', noun: ['file', 'files'] },
  CAPTURE_PHOTO: { ask: 'take', did: 'took', noun: ['photo', 'photos'] },
  CAPTURE_VIDEO: { ask: 'record', did: 'recorded', noun: ['video', 'videos'] },
  CAPTURE_VOICE: {
    ask: 'make',
    did: 'made',
    noun: ['recording with the microphone', 'recordings with the microphone'],
  },
  RECORD_CALL: { ask: 'record', did: 'recorded', noun: ['call', 'calls'] },
};

/** "it failed" is said of one command. */
const severalEnds: Readonly<Record<string, string>> = { FAILED: 'failed' };

/** Describes several commands of one type that ended the same way. */
function commandsWords(activity: VisitActivity, details: Readonly<AuditDetails>, reader: LogReader): string {
  const { step, partly, times, count } = activity;
  const type = String(details['commandType'] ?? '');
  const several = Object.hasOwn(commandVerbs, type) ? commandVerbs[type as CommandType] : undefined;
  if (several === undefined) return `${logWords({ ...activity, details }, reader)} (${times} times)`;
  // One command can be about several files.
  const what = amount(count ?? times, several.noun);
  if (step === 'DONE' && !partly) return `${several.did} ${what}`;
  const end = partly ? 'some failed' : (severalEnds[step ?? ''] ?? (step && commandEnds(reader.they)[step]));
  return `asked to ${several.ask} ${what}${end ? ` (${end})` : ''}`;
}
