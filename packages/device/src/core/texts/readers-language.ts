import { languageOf, latinDigits, matchLanguage, sourceLanguage, textLanguage } from '@fairwatch/contract';

/**
 * The language in which the reader writes days and times: that of the texts, with the region that their browser or system names. A reader
 * whose language has no texts keeps their own way of writing them.
 */
export function readersLanguage(): string {
  const { navigator } = globalThis as { navigator?: { languages?: readonly string[] } };
  const tags = (navigator?.languages ?? []).filter(isLocale);
  const language = matchLanguage([textLanguage()]);
  const own = tags.find((tag) => languageOf(tag) === language);
  if (own !== undefined) return latinDigits(own);
  return (language === sourceLanguage ? tags[0] : undefined) ?? language;
}

/** Some browsers report language tags that `Intl` refuses. */
function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
