const utc = { timeZone: 'UTC' } as const;

/** Days are counted in UTC, so they are also written so; everything else is in the reader's own time. */
export function dayText(at: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', ...utc }).format(at);
}

/** How hours are written under a chart of a day, or of several. */
export function hourText(at: Date, severalDays: boolean, language: string): string {
  const format: Intl.DateTimeFormatOptions = severalDays
    ? { weekday: 'short', day: 'numeric' }
    : { hour: '2-digit', minute: '2-digit' };
  return new Intl.DateTimeFormat(language, format).format(at);
}
