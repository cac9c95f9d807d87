import { curlyQuotes, quoted, translator, type Capability } from '@fairwatch/contract';
import type { AskedAtJoining, PasscodeDescription } from '../core/index.ts';
import texts from './texts/asked.texts.json' with { type: 'json' };

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

/** Why a kind was asked for when the person joined; null when it was not. */
export function askedAtJoiningReason(asked: AskedAtJoining | undefined, name: Capability): string | null {
  return asked === undefined ? null : reasonOf('reasonAfterwards', asked, name);
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
