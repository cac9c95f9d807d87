import {
  captures,
  type CaptureKind,
  commandEnd,
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
  objectWords,
  revealMessage,
  visitEntries,
  amountOf,
  type AuditDetails,
  toPerson,
  translator,
  type LogReader,
} from '@fairwatch/contract';
import { contentReads } from '../read-lines.ts';
import { logWords } from '../words/log-words.ts';
import texts from './visit-words.texts.json' with { type: 'json' };
import type { VisitActivity } from './visits.store.ts';

const t = translator('server/visit-words', texts);

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
  const parts = named.map(([text, { reasons }], place) => {
    const why = reasonsWords(reasons);
    if (why === '') return text;
    const isRepeated = named.slice(0, place).some(([, earlier]) => reasonsWords(earlier.reasons) === why);
    return isRepeated ? t('sameReason', { text }) : t('reason', { text, reasons: why });
  });
  return inList([...parts, ...(left > 0 ? [t('more', { count: left })] : [])]);
}

const inList = (parts: readonly string[]) =>
  parts.length === 0 ? '' : parts.reduce((first, second) => t('list', { first, second }));

const reasonsWords = (reasons: ReadonlySet<string>) => inList(Array.from(reasons, (reason) => quoted(reason)));

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
  if (action === 'NOTIFY') return t(`notified.${reader}`, { count: times });
  if (action === 'TICKET') return t(`tickets.${reader}`, { count: times });
  if (action === 'SCHEDULE' || action === 'ZONE') return t('watches', { count: times });
  if (action === 'DELETE' && activity.parts !== 1) {
    return t('files.deleted', { files: t(`files.${deletedNoun(activity)}`, { count: times }) });
  }
  const about = isRefused ? without(plain, ['object', 'search']) : plain;
  return t('times', { text: logWords({ ...activity, details: about }, reader), count: times });
}

function without(details: Readonly<AuditDetails>, keys: readonly string[]): AuditDetails {
  return Object.fromEntries(Object.entries(details).filter(([key]) => !keys.includes(key)));
}

/** Cuts the list of a page's fields, which the entry itself has. */
function shortened({ action, subject, details }: VisitActivity, words: string): string {
  const isPlain = details?.object === undefined && details?.search === undefined;
  return action === 'READ' && (isPlain || subject === overview.path) ? (words.split(/\s?: /)[0] ?? words) : words;
}

/** Adds in brackets an amount, where it is known. */
const withAmount = (text: string, amount: string | null) => (amount === null ? text : t('amount', { text, amount }));

/** What only one of several reads has. */
const partKeys = ['object', 'search', 'filter', 'narrowed', 'place', 'page', 'total', 'count'];
const periodKeys = ['since', 'until', 'zones', 'kinds'];

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
    ...without(details, [...partKeys, ...(parts === 1 ? [] : periodKeys)]),
    ...(count !== null && { count }),
    ...(parts === 1 && object !== undefined && { object }),
  };
  const isSearch = search !== undefined && how !== 'EXPORT';
  const said = isSearch ? { ...summed, times } : summed;
  return shortened({ ...activity, details: summed }, logWords({ ...activity, details: said }, reader));
}

/** Each entry is about one message. */
function revealedWords({ times, parts }: VisitActivity, object?: string): string {
  const one = object === undefined ? t('aConversation') : objectWords(object, 'objects.conversation');
  return t('revealed', { count: times, of: parts > 1 ? t('conversations', { count: parts }) : one });
}

/** Describes several parts read by one endpoint: conversations, days, files. Undefined where the total says enough. */
function severalParts(
  { subject, parts, count, times }: VisitActivity,
  { how }: Readonly<AuditDetails>,
): string | undefined {
  const counted = (what: 'messages' | 'points') => (count === null ? null : amountOf(what, count));
  if (subject === conversation.path) return withAmount(t('readConversations', { count: parts }), counted('messages'));
  if (subject === findMessages.path) {
    return withAmount(t('searchedConversations', { count: parts }), count === null ? null : t('found', { count }));
  }
  if (subject === locationTrack.path) return withAmount(t('periods', { count: parts }), counted('points'));
  const files = contentReads.find(({ path }) => path === subject);
  if (files === undefined) return undefined;
  const noun = contentNouns.find((each) => each === files.capability) ?? 'file';
  if (how === 'PREVIEW') return t('files.previewed', { files: t(`files.${noun}`, { count: times }) });
  return t(how === 'SAVE' ? 'files.saved' : 'files.opened', { files: t(`files.${noun}`, { count: parts }) });
}

/** The capabilities whose files have a noun of their own. */
const contentNouns = ['GALLERY', 'APPS', 'CAMERA', 'MICROPHONE', 'CALL_RECORDING'] as const;

function deletedNoun({ subject }: VisitActivity): CaptureKind | 'thing' {
  return Object.values(captures).find(({ remove }) => remove.path === subject)?.kind ?? 'thing';
}

type SeveralCommands = keyof typeof texts.commands;

/**
 * Describes several commands of one type that ended the same way. Those with texts here have a part of their own each time; an Update is the
 * same however often it is sent.
 */
function commandsWords(activity: VisitActivity, details: Readonly<AuditDetails>, reader: LogReader): string {
  const { step, partly, times, count } = activity;
  const type = String(details['commandType'] ?? '');
  if (!Object.hasOwn(texts.commands, type)) {
    return t('times', { text: logWords({ ...activity, details }, reader), count: times });
  }
  // One command can be about several files.
  const about = { count: count ?? times };
  if (step === 'DONE' && !partly) return t(`commands.${type as SeveralCommands}.did`, about);
  const text = t(`commands.${type as SeveralCommands}.asked`, about);
  return withAmount(text, partly ? t('someFailed') : endOf(step, reader));
}

function endOf(step: VisitActivity['step'], reader: LogReader): string | null {
  // "it failed" is said of one command.
  if (step === 'FAILED') return t('failed');
  return step ? commandEnd(step, reader) : null;
}
