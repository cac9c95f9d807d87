/** Cuts a text to a maximum length between two characters. The server refuses a whole Update when one text in it is too long. */
export function clip(text: string, maxLength: number): string {
  // Only what can remain is cleaned: a program may print megabytes.
  const clean = text
    .slice(0, 4 * maxLength + 1000)
    .replaceAll('\0', '')
    .trim();
  if (clean.length <= maxLength) return clean.toWellFormed();
  // A cut may leave the first half of a surrogate pair behind.
  return clean
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();
}
