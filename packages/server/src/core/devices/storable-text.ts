/** Text as PostgreSQL can keep it: a phone's data may hold NUL or half a character, which it cannot. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** The same for a value with texts in it, as the JSON that a column of JSON takes. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (typeof part === 'string' ? storableText(part) : part));
}
