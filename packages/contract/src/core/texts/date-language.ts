import { matchLanguage } from './languages.ts';
import { textLanguage } from './translator.ts';

/** The language for `Intl`'s dates and lists in texts. Our English ones are British. */
export function dateLanguage(): string {
  const language = textLanguage();
  return language === 'en' ? 'en-GB' : language;
}

/** A region's tag for `Intl`, with Latin digits in Arabic, as codes and versions beside them have. */
export function latinDigits(tag: string): string {
  return matchLanguage([tag]) === 'ar' && !tag.includes('-u-') ? `${tag}-u-nu-latn` : tag;
}
