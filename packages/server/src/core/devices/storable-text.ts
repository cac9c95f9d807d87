/** Text as PostgreSQL can keep it: a phone's data may hold NUL or half a character, which it cannot. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}
