/** Shown in place of what a terminal would obey instead of printing. */
const replacement = '\uFFFD';

/** Marks that are drawn onto the letter before them. No script needs more on one letter; a pile of them covers other lines. */
const marksPerLetter = 4;
const pile = new RegExp(String.raw`(\p{M}{${marksPerLetter}})\p{M}+`, 'gu');

/**
 * Everything in Unicode's category of invisible characters: control characters, among them the one that begins an escape sequence,
 * those that turn the direction of writing, and those of zero width. The joiners of Arabic, Indic and emoji sequences are harmless.
 */
const invisible = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Replaces control characters in a text and puts it on one line. Otherwise the words of an admin could move the cursor and change what
 * the person sees while they decide.
 */
export function harmlessLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n|[\n\r\t]/g, ' ')
    .replaceAll(invisible, replacement)
    .replaceAll(pile, '$1');
}

/** Like `harmlessLine`, for a text that may have several lines. */
export function harmlessLines(text: string): string[] {
  return text.split(/\r\n|[\n\r]/).map((line) => harmlessLine(line));
}
