/**
 * Characters that nobody sees, or that reorder the line around them: controls, line breaks, bidi controls, zero-width ones, blank letters
 * and halves of characters.
 */
const unseen = String.raw`[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`;

/** Scripts that need the zero-width joiners after the mark that binds two letters. */
const joinedScripts = 'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala'
  .split(' ')
  .map((name) => String.raw`\p{sc=${name}}`)
  .join('');
const pictograph = String.raw`\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?`;
/** Where an unseen character changes what is seen: inside of an emoji, between Arabic letters, after a binding mark. */
const needed = [
  String.raw`${pictograph}(?:\u200D${pictograph})*`,
  String.raw`[0-9#*]\uFE0F\u20E3`,
  String.raw`(?<=\p{sc=Arabic})\u200C(?=\p{sc=Arabic})`,
  String.raw`(?<=(?=\p{M})[${joinedScripts}])[\u200C\u200D](?=[${joinedScripts}])`,
].join('|');
const neededOrUnseen = new RegExp(`${needed}|(${unseen})`, 'gu');

/** The most combining marks on one letter in any living language. */
export const marksPerLetter = 4;
const tooManyMarks = new RegExp(String.raw`\p{M}{${marksPerLetter + 1}}`, 'u');

/** True when everything in a text can be seen and it stays on its line. */
export function isSeen(text: string): boolean {
  if (tooManyMarks.test(text)) return false;
  for (const [, hidden] of text.matchAll(neededOrUnseen)) if (hidden !== undefined) return false;
  return true;
}

export const unseenText = 'Please use letters that can be seen, on one line.';

/** Removes what cannot be seen from a text that is shown but not ours to refuse, such as the name that a device has for itself. */
export function seenText(text: string): string {
  return text
    .replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replaceAll(neededOrUnseen, (found: string, hidden: string | undefined) => (hidden === undefined ? found : ''));
}

/** Everything that reads as a double quote; an apostrophe stays. Twice an apostrophe reads as one, too. */
const doubleQuotes =
  /(?!['\u2018\u2019\u201A\u201B\uFF07])\p{Quotation_Mark}|['\u2018-\u201B\u0060\u00B4\uFF07\u02B9\u02BC\u2032]{2,}|[\u02BA\u02DD\u02EE\u02F5\u02F6\u1CD3\u2033\u2034\u2036\u2037\u2057\u275D\u275E\u2760\u3003\u{1F676}-\u{1F678}]|(?<!\p{sc=Hebrew})\u05F4|\u05F4(?!\p{sc=Hebrew})/gu;

/**
 * A text that somebody wrote, in quotes inside a sentence of ours. Nothing in it can close these quotes, so that it cannot go on in our
 * words: double quotes become single ones, and it stays on its line.
 */
export function quoted(text: string, [open, close]: readonly [string, string] = ['"', '"']): string {
  return `${open}${seenText(text).replaceAll(doubleQuotes, "'")}${close}`;
}

/** The quotes of texts on a screen; the log has straight ones. */
export const curlyQuotes = ['“', '”'] as const;

/** Whatever could end a part of our sentence and begin another one. */
const endsSentence = new RegExp(`[;:]|[.!?]\\s|${doubleQuotes.source}|${unseen}`, 'u');

/** A name inside a sentence of ours: as it is, or in quotes when it could pass as more than a name. */
export function nameInSentence(name: string): string {
  return endsSentence.test(name) ? quoted(name) : name;
}
