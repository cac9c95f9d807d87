import { textLanguage } from './translator.ts';

/** The language for `Intl`'s dates and lists in texts. Our English ones are British. */
export function dateLanguage(): string {
  const language = textLanguage();
  return language === 'en' ? 'en-GB' : language;
}
