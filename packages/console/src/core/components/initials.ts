/** One or two letters that stand for a person; `#` when the name has none, as with a bare number. Usernames have dots for spaces. */
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

/** A colour's angle on the wheel that follows from the text, so that the same name always looks the same. */
export function hueOf(text: string): number {
  let hash = 0;
  for (const sign of text) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 360_000;
  // Few steps far apart: neighbours on screen should differ at a glance.
  return (hash % 12) * 30;
}
