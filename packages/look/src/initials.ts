/** The first letters of the first and last word of a name; `#` for a name without letters. Dots and underscores separate words too. */
export function initialsOf(name: string): string {
  const words = name.match(/\p{Letter}[^\s._]*/gu) ?? [];
  const first = words[0];
  if (first === undefined) return '#';
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [first, last ?? '']
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}

/** Hashes a text to a hue in degrees, so that a name always has the same colour. */
export function hueOf(text: string): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360_000;
  // Only twelve hues, so that two different ones are easy to tell apart.
  return (hash % 12) * 30;
}
