import { z } from 'zod/mini';
import { limits } from '../limits.ts';
import { readsAsProduct } from './look-alikes.ts';
import { marksPerLetter } from './written-text.ts';

/** Scripts whose words are letters alone. */
const alphabets = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Ethiopic'];
/** Scripts in which vowels and tones are marks on a letter. */
const markedScripts =
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan'.split(
    ' ',
  );
/** Languages that write with several scripts at once. U+30FC lengthens a vowel in Japanese. */
const mixed = [
  String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u30FC`,
  String.raw`\p{sc=Han}\p{sc=Hangul}`,
  String.raw`\p{sc=Han}\p{sc=Bopomofo}`,
];

const letterOf = (script: string) => String.raw`(?=[${script}])\p{L}`;
const markOf = (script: string) => String.raw`(?=[${script}])\p{M}`;
const wordOf = (letter: string) => `(?:${letter}|[0-9._-])+`;
const words = [
  ...alphabets.map((script) => wordOf(letterOf(String.raw`\p{sc=${script}}`))),
  ...markedScripts.map((name) => {
    const script = String.raw`\p{sc=${name}}`;
    return wordOf(`${letterOf(script)}(?:${markOf(script)}){0,${marksPerLetter}}`);
  }),
  ...mixed.map((scripts) => wordOf(letterOf(scripts))),
];

/**
 * Letters of one script, digits and `._-`. Letters that nobody sees, such as the Hangul filler U+3164, are letters to
 * Unicode, so they are refused by name.
 */
const oneScript = new RegExp(
  String.raw`^(?!.*\p{Default_Ignorable_Code_Point})(?=.*[\p{L}0-9])(?:${words.join('|')})$`,
  'u',
);

const rule = 'A username has no spaces: letters of one script, digits and . _ -';
const { minLength, maxLength } = limits.username;

/**
 * A username that is about to be given to an account or a person. Two that look the same are the same after NFKC, so it is
 * normalised first. Names from before this rule keep working: signing in takes any text.
 */
export const username = z.string().check(
  z.trim(),
  // Before it is normalised: NFKC makes up to 18 letters of one.
  z.maxLength(maxLength, { abort: true }),
  z.normalize('NFKC'),
  z.minLength(minLength),
  z.maxLength(maxLength),
  z.refine((name) => oneScript.test(name), rule),
  z.refine(
    (name) => !readsAsProduct(name),
    'This name reads as if Fairwatch itself were meant. Please choose another one.',
  ),
);
