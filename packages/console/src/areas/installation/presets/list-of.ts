import { currentLanguage } from '../../../core/i18n/i18n.ts';

/** Words as a list in a sentence: "one, two, and three". */
export function listOf(words: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(words);
}
