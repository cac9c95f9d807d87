import { weekDays, type WeekDay } from './time-zone.ts';

export const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Some days of the week in words: `Monday to Friday and Sunday`. */
export function daysText(days: readonly WeekDay[]): string {
  const chosen = weekDays.map((day) => days.includes(day));
  const parts: string[] = [];
  for (let first = 0; first < chosen.length; first += 1) {
    if (!chosen[first]) continue;
    let last = first;
    while (chosen[last + 1]) last += 1;
    if (last > first + 1) parts.push(rangeText(first, last));
    else parts.push(...dayNames.slice(first, last + 1));
    first = last;
  }
  return new Intl.ListFormat('en-GB').format(parts);
}

/** Consecutive days in words, by their places in the week: `Monday to Friday`. */
export function rangeText(first: number, last: number): string {
  if (first === last) return String(dayNames[first]);
  return `${dayNames[first]} ${last === first + 1 ? 'and' : 'to'} ${dayNames[last]}`;
}
