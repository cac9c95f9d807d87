/** Fills the `{name}` placeholders of a text. An unknown placeholder stays, so that a mistake is visible. */
export function fillText(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
