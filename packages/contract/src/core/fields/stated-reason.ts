import { z } from 'zod/mini';
import { limits } from '../limits.ts';
import { isSeen, unseenText } from './written-text.ts';

const { minWords, minLetters, minDifferent } = limits.reason;
export const reasonTooShort = `Please say why in a few words: at least ${minWords} words with ${minLetters} letters.`;

/** Scripts that are written without spaces between words. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u;
/** Scripts in which one letter is a syllable or a word. */
const syllables = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** True when a text says something: several words of enough letters. Marks, punctuation and spaces are no letters. */
export function isReason(text: string): boolean {
  const letters = text.normalize('NFC').match(/\p{L}/gu) ?? [];
  const weight = letters.reduce((sum, letter) => sum + (syllables.test(letter) ? 2 : 1), 0);
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  const different = new Set(letters.map((letter) => letter.toLowerCase())).size;
  return weight >= minLetters && different >= minDifferent && (words.length >= minWords || unspaced.test(text));
}

/**
 * Why an admin does something, in their own words, on one line. The person of the device reads it, so it must say something:
 * `isReason`.
 */
export const statedReason = (maxLength: number) =>
  z.string().check(
    z.overwrite((text) => text.replaceAll(/[\s\p{Z}]+/gu, ' ').trim()),
    z.maxLength(maxLength, { abort: true }),
    z.normalize('NFC'),
    z.maxLength(maxLength),
    z.refine(isSeen, unseenText),
    z.refine(isReason, reasonTooShort),
  );
