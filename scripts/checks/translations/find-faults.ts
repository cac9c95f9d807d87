import sameWords from './same-words.json' with { type: 'json' };
import { leavesOf, owedLeaves, splitPlural, type Leaf, type Texts } from './text-tree.ts';

export const faultKinds = ['missing', 'unused', 'placeholders', 'list', 'too long', 'English'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  kind: FaultKind;
  /** The registered name of the file and the path of the text. */
  key: string;
  detail: string;
}

type NamedTexts = Readonly<Record<string, Texts>>;

/** What is wrong with the texts of one language, compared with the English ones of the same names. */
export function findFaults(english: NamedTexts, translated: NamedTexts, language: string): Fault[] {
  const owed = keyed(english, (texts) => owedLeaves(texts, language));
  const given = keyed(translated, (texts) => leavesOf(texts));
  const unused = [...given.keys()].filter((key) => !owed.has(key));
  return [
    ...Array.from(owed, ([key, source]) => faultsAt(key, source, given.get(key), language)).flat(),
    ...unused.map((key): Fault => ({ kind: 'unused', key, detail: '' })),
  ];
}

/** The texts of all names by one key, such as `users:columns.email`. */
function keyed(named: NamedTexts, leaves: (texts: Texts) => Map<string, Leaf>): Map<string, Leaf> {
  return new Map(
    Object.entries(named).flatMap(([name, texts]) =>
      Array.from(leaves(texts), ([key, leaf]): [string, Leaf] => [`${name}:${key}`, leaf]),
    ),
  );
}

function faultsAt(key: string, source: Leaf, text: Leaf | undefined, language: string): Fault[] {
  if (text === undefined) return [{ kind: 'missing', key, detail: '' }];
  const sources = [source].flat();
  const texts = [text].flat();
  if (typeof source !== typeof text || sources.length !== texts.length) {
    return [{ kind: 'list', key, detail: `${texts.length} instead of ${sources.length}` }];
  }
  return texts.flatMap((each, at) =>
    faultsOf(sources[at] ?? '', each, { language, key }).map((kind): Fault => ({ kind, key, detail: each })),
  );
}

interface TextPlace {
  language: string;
  key: string;
}

function faultsOf(source: string, text: string, { language, key }: TextPlace): FaultKind[] {
  const kinds: FaultKind[] = [];
  if (text.trim() === '' && source.trim() !== '') kinds.push('missing');
  if (!hasSamePlaceholders(source, text, key)) kinds.push('placeholders');
  if (lengthOf(text) > lengthLimit(source)) kinds.push('too long');
  if (isEnglish(source, text, language)) kinds.push('English');
  return kinds;
}

/** `{{name}}`, `{{count, number}}`, and `{name}` in the texts of errors. */
const placeholder = /\{\{.*?\}\}|\{\w+\}/g;
/** Forms that grammar may use for one number only: "a device", "two devices" in a word. Their texts may do without it. */
const namesItsNumber: readonly unknown[] = ['zero', 'one', 'two'];

function hasSamePlaceholders(source: string, text: string, key: string): boolean {
  const withoutCount = namesItsNumber.includes(splitPlural(key).form);
  const of = (each: string) => {
    const found = (each.match(placeholder) ?? []).filter((name) => !(withoutCount && /^\{\{count\b/.test(name)));
    return [...new Set(found)].toSorted().join();
  };
  return of(source) === of(text);
}

/** A label or a button; anything else is a sentence, which wraps. */
const longestLabel = 30;

/**
 * How long a translation may be. Layouts are tested with texts that are 40 % longer; short words grow more, and sentences have room to wrap.
 */
function lengthLimit(source: string): number {
  const length = lengthOf(source);
  return length <= longestLabel ? 1.8 * length + 12 : 2 * length + 20;
}

function lengthOf(text: string): number {
  return text.replaceAll(placeholder, '').length;
}

/** Words that stand in an English sentence, and in none of the other languages. */
const englishWords = /\b(?:the|you|your|this|these|with|from|please|which|cannot)\b/i;

function isEnglish(source: string, text: string, language: string): boolean {
  const words = text.replaceAll(placeholder, ' ').trim();
  if (englishWords.test(words.replaceAll(/[“"„«][^”"“»]*[”"“»]/g, ' '))) return true;
  if (text !== source || !/\p{L}{2}/u.test(words)) return false;
  const isSame = (allowed: readonly string[]) => allowed.some((each) => each.toLowerCase() === words.toLowerCase());
  const known: Readonly<Record<string, readonly string[]>> = sameWords;
  return !isSame(known['everywhere'] ?? []) && !isSame(known[language] ?? []);
}
