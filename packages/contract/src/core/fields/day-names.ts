import { dateLanguage } from '../texts/date-language.ts';
import { weekDays, type WeekDay } from './time-zone.ts';
import { timeWords } from './time-words.ts';

/** 2026-11-16 was a Monday. */
const monday = Date.UTC(2026, 10, 16);
const dayMs = 24 * 60 * 60_000;

/** A day of the week by its place: `Monday` for 0. */
export function dayName(place: number): string {
  return new Intl.DateTimeFormat(dateLanguage(), { weekday: 'long', timeZone: 'UTC' }).format(monday + place * dayMs);
}

/** Some days of the week in words: `Monday to Friday and Sunday`. */
export function daysText(days: readonly WeekDay[]): string {
  const chosen = weekDays.map((day) => days.includes(day));
  const parts: string[] = [];
  for (let first = 0; first < chosen.length; first += 1) {
    if (!chosen[first]) continue;
    let last = first;
    while (chosen[last + 1]) last += 1;
    if (last > first + 1) parts.push(rangeText(first, last));
    else for (let place = first; place <= last; place += 1) parts.push(dayName(place));
    first = last;
  }
  return new Intl.ListFormat(dateLanguage()).format(parts);
}

/** Consecutive days in words, by their places in the week: `Monday to Friday`. */
export function rangeText(first: number, last: number): string {
  if (first === last) return dayName(first);
  return timeWords(last === first + 1 ? 'days.pair' : 'days.range', { first: dayName(first), last: dayName(last) });
}
