/** The language in which the reader writes days and times, whatever the language of the texts around them. */
export function readersLanguage(): string {
  const { navigator } = globalThis as { navigator?: { languages?: readonly string[] } };
  return navigator?.languages?.find(isLocale) ?? 'en';
}

/** Some browsers report language tags that `Intl` refuses. */
function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
