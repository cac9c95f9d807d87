import {
  captures,
  conversation,
  deviceFeatures,
  deviceSummary,
  deviceVisits,
  findMessages,
  limits,
  locationTrack,
  nonFinalCommands,
  overview,
  revealMessage,
  visitEntries,
  type AuditDetails,
  type CommandType,
} from '@fairwatch/contract';
import { contentReads } from '../../blobs/content-reads.ts';
import { amount, type Noun } from '../audit/reads/read-kind.ts';
import { logWords } from './log-words.ts';
import type { Deed } from './visits.store.ts';

/**
 * What somebody did in one visit, in words: "opened Overview, read 3 conversations (96 messages), exported 48 contacts". What was done
 * or taken along is named before what was only looked at when there is too much to name.
 */
export function visitWords(deeds: readonly Deed[]): string {
  const said = new Map<string, { place: number; weight: number }>();
  for (const [place, deed] of deeds.entries()) {
    const words = deedWords(deed);
    if (!said.has(words)) said.set(words, { place, weight: weightOf(deed) });
  }
  const byWeight = [...said].toSorted(([, a], [, b]) => a.weight - b.weight || a.place - b.place);
  const named = byWeight.slice(0, limits.audit.visitParts).toSorted(([, a], [, b]) => a.place - b.place);
  const left = said.size - named.length;
  const parts = [...named.map(([words]) => words), ...(left > 0 ? [`and ${left} more`] : [])];
  const reasons = [...new Set(deeds.flatMap((deed) => deed.reasons))].map((reason) => `"${reason}"`);
  return `${parts.join(', ')}${reasons.length === 0 ? '' : `; reason: ${reasons.join(', ')}`}`;
}

/** What pages read beside what they show. */
const beside: ReadonlySet<string> = new Set(
  [
    deviceSummary,
    nonFinalCommands,
    deviceVisits,
    visitEntries,
    ...Object.values(deviceFeatures).map(({ history }) => history),
  ].map(({ path }) => path),
);

/** What changed something or was taken along comes first, then what has a name, then the rest, and last what pages read beside. */
function weightOf({ action, subject, details }: Deed): number {
  if (action !== 'READ' || details?.how === 'EXPORT' || details?.how === 'SAVE') return 0;
  if (details?.object !== undefined || details?.search !== undefined) return 1;
  return beside.has(subject) ? 3 : 2;
}

/** One kind of thing that was done, once or several times. */
function deedWords(deed: Deed): string {
  const { details, times, action } = deed;
  if (details === null) return logWords({ ...deed, details });
  const isRefused = action.startsWith('REFUSED_');
  // Why stands at the end of the whole visit; the code of a refusal belongs to its sentence.
  const plain = without(details, isRefused ? ['approvedBy'] : ['approvedBy', 'reason']);
  if (times === 1) return shortened(deed, logWords({ ...deed, details: plain }));
  if (action === 'READ') return readsWords(deed, plain);
  if (action === 'COMMAND') return commandsWords(deed, plain);
  if (action === 'NOTIFY') return `sent you ${times} notifications`;
  if (action === 'TICKET') return `changed your tickets ${times} times`;
  if (action === 'DELETE' && deed.parts !== 1) return `deleted ${amount(times, deletedNoun(deed))}`;
  const about = isRefused ? without(plain, ['object', 'search']) : plain;
  return `${logWords({ ...deed, details: about })} (${times} times)`;
}

function without(details: Readonly<AuditDetails>, keys: readonly string[]): AuditDetails {
  return Object.fromEntries(Object.entries(details).filter(([key]) => !keys.includes(key)));
}

/** The summary does not list the fields of a page, which its entry does. */
function shortened({ action, subject, details }: Deed, words: string): string {
  const isPlain = details?.object === undefined && details?.search === undefined;
  return action === 'READ' && (isPlain || subject === overview.path) ? (words.split(': ')[0] ?? words) : words;
}

const foundWords = (count: number | null) => (count === null ? '' : ` (${count.toLocaleString('en')} found)`);

/** Several reads by the same call. */
function readsWords(deed: Deed, details: Readonly<AuditDetails>): string {
  const { subject, times, parts, count } = deed;
  const { object, how, search } = details;
  if (subject === revealMessage.path) return revealedWords(deed, object);
  if (parts > 1) {
    const several = severalParts(deed, details);
    if (several !== undefined) return several;
  }
  const summed: AuditDetails = {
    ...without(details, ['object', 'search', 'filter', 'place', 'page', 'total', 'count']),
    ...(count !== null && { count }),
    ...(parts === 1 && object !== undefined && { object }),
  };
  const words = shortened({ ...deed, details: summed }, logWords({ ...deed, details: summed }));
  if (search === undefined || how === 'EXPORT' || !words.startsWith('looked at ')) return words;
  const list = logWords({ ...deed, details: without(summed, ['count']) }).replace('looked at ', 'searched ');
  return `${list} ${times} times${foundWords(count)}`;
}

/** Each line is one message. */
function revealedWords({ times, parts }: Deed, object = 'a conversation'): string {
  return `revealed codes in ${times} messages of ${parts > 1 ? `${parts} conversations` : object}`;
}

/** Several parts read by one call: conversations, days, files. Undefined where a sum says enough. */
function severalParts({ subject, parts, count, times }: Deed, { how }: Readonly<AuditDetails>): string | undefined {
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

/** What the files of a capability are called. */
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

function deletedNoun({ subject }: Deed): Noun {
  const capture = Object.values(captures).find(({ remove }) => remove.path === subject);
  return capture === undefined ? ['thing', 'things'] : captureNouns[capture.kind];
}

/** Commands that are about a part each time. An Update says the same however often. */
const deeds: Partial<Record<CommandType, { ask: string; did: string; noun: Noun }>> = {
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

const ends: Readonly<Record<string, string>> = {
  FAILED: ' (failed)',
  EXPIRED: ' (not done in time)',
  CANCELLED: ' (cancelled)',
};

/** Several commands of one type that ended the same way. */
function commandsWords(deed: Deed, details: Readonly<AuditDetails>): string {
  const { step, times, count } = deed;
  const type = String(details['commandType'] ?? '');
  const several = Object.hasOwn(deeds, type) ? deeds[type as CommandType] : undefined;
  if (several === undefined) return `${logWords({ ...deed, details })} (${times} times)`;
  // One command may bring several files.
  const what = amount(type === 'RECEIVE_FILES' ? (count ?? times) : times, several.noun);
  return step === 'DONE' ? `${several.did} ${what}` : `asked to ${several.ask} ${what}${ends[step ?? ''] ?? ''}`;
}
