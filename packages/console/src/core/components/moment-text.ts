/** Midnight, where whoever looks is. */
export function startOfDay(at: Date, daysLater = 0): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + daysLater);
}

/** How many calendar days lie between two moments: 0 on the same day, -1 the day before. */
export function daysApart(at: Date, now: Date): number {
  // Rounded: a day with a change of clocks has 23 or 25 hours.
  return Math.round((startOfDay(at).getTime() - startOfDay(now).getTime()) / 86_400_000);
}

/** "Today, 14:03", "Yesterday, 09:10", "14 Nov, 18:42": near days by name, the year only when it is another one. */
export function momentText(at: Date, now: Date, language: string): string {
  return `${dayText(at, now, language)}, ${clockText(at, language)}`;
}

/** "14:03", or "2:03 PM" where people write it so. */
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
