import { limits } from '../limits.ts';
import { ownName } from './account-fields.ts';
import { username } from './username.ts';

/** Latin letters that are written with several others where there are none, and those that have no accent to take off. */
const spelledOut: ReadonlyMap<string, string> = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ŋ', 'n'],
]);

const { minLength, maxLength } = limits.username;
/** For a name without any letter that a username may have. */
const noName = 'person';

const isUsername = (text: string) => username.safeParse(text).success;
const trimmed = (text: string) => text.replaceAll(/^[-_.]+|[-_.]+$/g, '');
const withoutMarks = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFKC');

/**
 * The username that follows from a name as people write it: "Zoë Müller-Lüdenscheidt" becomes `zoe.mueller-luedenscheidt`. It is always one
 * that may be given, and that of a username derived here is itself. Words of a second script are left out, because a username has one.
 */
export function usernameFrom(name: string): string {
  const words = name
    .replaceAll(/['\u2018\u2019\u02BC`´]/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/\p{sc=Latin}\p{M}*/gu, spelled)
    .split(/[^\p{L}\p{M}\p{N}_-]+/u);
  let joined = '';
  for (const word of words) {
    const added = [word, withoutMarks(word)].map((each) => trimmed(cut(`${joined}.${trimmed(each)}`, maxLength)));
    joined = added.find((each) => isUsername(padded(each))) ?? joined;
  }
  return joined === '' ? noName : padded(joined);
}

/**
 * The names of an account that is made with what somebody typed: a username as it is, or a name with the username that follows from it. Null
 * for what is neither.
 */
export function namesFrom(typed: string): { username: string; displayName?: string } | null {
  const asUsername = username.safeParse(typed);
  if (asUsername.success) return { username: asUsername.data };
  const asName = ownName.safeParse(typed);
  return asName.success ? { username: usernameFrom(asName.data), displayName: asName.data } : null;
}

/** A Latin letter without its accents. */
function spelled(letter: string): string {
  return spelledOut.get(letter) ?? withoutMarks(letter).replaceAll(/./gu, (each) => spelledOut.get(each) ?? each);
}

/** The same with a number, for the second and later ones of that name. It is no longer than a username may be. */
export function numberedUsername(name: string, number: number): string {
  const digits = String(number);
  return `${cut(name, maxLength - digits.length)}${digits}`;
}

/** As many digits as a short name lacks. */
function padded(name: string): string {
  const missing = minLength - name.length;
  return name === '' || missing <= 0 ? name : `${name}${'1'.repeat(missing)}`;
}

/** Cuts between characters, so that a mark stays with its letter. */
function cut(name: string, length: number): string {
  let kept = '';
  for (const [letter] of name.matchAll(/\P{M}\p{M}*/gu)) {
    if (kept.length + letter.length > length) break;
    kept += letter;
  }
  return kept;
}
