/** POSIX names such as `en_US.UTF-8@posix`: the locale, then an encoding and a modifier that no language tag has. */
const posixName = /^([a-z\d_-]+)(?:\.[\w-]+)?(?:@[\w-]+)?$/i;

/**
 * Converts a language that a browser reports to a tag that `Intl` accepts, or null. `Intl` throws for any other text, and browsers
 * may report one: Chromium under `LANG=C` reports `en-US@posix`.
 */
export function languageTag(reported: unknown): string | null {
  const locale = typeof reported === 'string' ? posixName.exec(reported)?.[1] : undefined;
  if (locale === undefined) return null;
  try {
    const [tag] = Intl.getCanonicalLocales(locale.replaceAll('_', '-'));
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? null;
  } catch {
    return null;
  }
}
