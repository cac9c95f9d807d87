/** Replaces NUL characters and lone surrogates, which PostgreSQL cannot store. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** Serializes a value for a JSON column, with the texts in it made storable. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (typeof part === 'string' ? storableText(part) : part));
}
