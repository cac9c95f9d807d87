/** Midnight of a day in the browser's time zone. */
export function startOfDay(at: Date, daysLater = 0): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + daysLater);
}

/** The number of calendar days from `now` to `at`: 0 on the same day, -1 on the day before. */
export function daysApart(at: Date, now: Date): number {
  // Rounded, because a day has 23 or 25 hours when daylight saving time starts or ends.
  return Math.round((startOfDay(at).getTime() - startOfDay(now).getTime()) / 86_400_000);
}

/** Formats a time as "Today, 14:03", "Yesterday, 09:10" or "14 Nov, 18:42", with the year when it is not the current one. */
export function momentText(at: Date, now: Date, language: string): string {
  return `${dayText(at, now, language)}, ${clockText(at, language)}`;
}

/** Formats the time of day as "14:03" or "2:03 PM", depending on the language. */
export function clockText(at: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(at);
}

function dayText(at: Date, now: Date, language: string): string {
  const days = daysApart(at, now);
  if (Math.abs(days) <= 1) {
    const text = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
    return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
  }
  const sameYear = at.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(at);
}
