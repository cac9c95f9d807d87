import { curlyQuotes, quoted, translator, type Capability } from '@fairwatch/contract';
import type { AskedAtJoining, HeardRequests, LiveState, PasscodeDescription } from '../core/index.ts';
import texts from './texts/asked.texts.json' with { type: 'json' };
import { shortDayText } from './times.ts';

/** What the steps of joining and the page of the switches say about the kinds that a passcode asks for. */
export const askedWords = translator('device/asked', texts);

/** Who asks for how many kinds, before joining; null when the passcode asks for none. */
export function askedSummary({ askedBy, asked, usedKinds }: PasscodeDescription): string | null {
  if (asked.length === 0) return null;
  return askedWords('summary', { by: askedBy, count: asked.length, all: usedKinds.length });
}

/** Each kind that a passcode asks for, with the reason. */
export function askedLines({ asked, notice }: PasscodeDescription): string[] {
  return asked.map(({ capability, reason }) =>
    askedWords('because', { kind: notice.words[capability].title, reason: quoted(reason, curlyQuotes) }),
  );
}

/** Why a passcode asks for a kind, before joining; null when it does not. */
export function askedReason({ askedBy, asked }: PasscodeDescription, name: Capability): string | null {
  return reasonOf('reason', { by: askedBy, kinds: asked }, name);
}

interface Asked {
  /** When the person joined; undefined on a phone that joined with an earlier version. */
  atJoining: AskedAtJoining | undefined;
  requested: HeardRequests;
  questions: readonly Pick<LiveState['questions'][number], 'requestId'>[];
}

/** Who asked for a kind last, when and why, beside its switch: an admin, or before that the passcode. Null when nobody did. */
export function lastAskedText(name: Capability, { atJoining, requested, questions }: Asked): string | null {
  const request = requested[name];
  if (request === undefined) return atJoining === undefined ? null : reasonOf('reasonAfterwards', atJoining, name);
  const { requestId, by, at, reason } = request;
  const state = questions.some((each) => each.requestId === requestId) ? 'open' : 'answered';
  const day = shortDayText(at);
  return reason === null
    ? askedWords(`requested.${state}`, { by, day })
    : askedWords(`requestedWhy.${state}`, { by, day, reason: quoted(reason, curlyQuotes) });
}

/** Splits kinds into those that were asked for and the others, both in their order. */
export function splitAsked(
  { asked }: Pick<PasscodeDescription, 'asked'>,
  names: readonly Capability[],
): { asked: Capability[]; others: Capability[] } {
  const isAsked = (name: Capability) => asked.some(({ capability }) => capability === name);
  return { asked: names.filter(isAsked), others: names.filter((name) => !isAsked(name)) };
}

function reasonOf(
  words: 'reason' | 'reasonAfterwards',
  { by, kinds }: AskedAtJoining,
  name: Capability,
): string | null {
  const found = kinds.find(({ capability }) => capability === name);
  return found === undefined ? null : askedWords(words, { by, reason: quoted(found.reason, curlyQuotes) });
}
