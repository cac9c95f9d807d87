/** Characters that XML does not allow, lone surrogates included. */
const invalidXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text for the content or an attribute of an XML element. */
export function xmlText(text: string): string {
  return text.replace(invalidXml, '').replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
