import { dateLanguage } from './date-language.ts';
import { sourceLanguage } from './languages.ts';
import { textLanguage } from './translator.ts';

/** Names or titles in a row, as the language that is selected lists them. English ones have commas alone: the log is searched by them. */
export function namesText(names: readonly string[]): string {
  if (textLanguage() === sourceLanguage) return names.join(', ');
  return new Intl.ListFormat(dateLanguage()).format(names);
}
