import { currentLanguage } from './i18n.ts';

/** Several words or names as one text, as the reader's language lists them: "a, b, c". */
export function listText(items: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage(), { type: 'unit', style: 'short' }).format(items);
}
