import { translator } from '@fairwatch/contract';
import { readersLanguage } from '../core/texts/readers-language.ts';
import texts from './texts/times.texts.json' with { type: 'json' };

const timeWords = translator('device/times', texts);
const dayMs = 24 * 60 * 60 * 1000;

/** The day as a heading: "Today", "Yesterday", or "Monday, May 5, 2025" or "Monday 5 May 2025". */
export function dayText(at: string, now = new Date()): string {
  const day = new Date(at);
  if (day.toDateString() === now.toDateString()) return timeWords('today');
  if (day.toDateString() === new Date(now.getTime() - dayMs).toDateString()) return timeWords('yesterday');
  return day.toLocaleDateString(readersLanguage(), { dateStyle: 'full' });
}

/** The time of day: "2:05 PM" or "14:05". */
export function timeText(at: string): string {
  return new Date(at).toLocaleTimeString(readersLanguage(), { timeStyle: 'short' });
}

/** A day, such as the one of a review, in words: "January 31, 2030". */
export function longDayText(day: string): string {
  return new Date(`${day}T00:00:00`).toLocaleDateString(readersLanguage(), { dateStyle: 'long' });
}

/** A day beside other words: "14 Nov", with the year when that is another one. */
export function shortDayText(at: string, now = new Date()): string {
  const day = new Date(at);
  const year = day.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const };
  return day.toLocaleDateString(readersLanguage(), { day: 'numeric', month: 'short', ...year });
}

/** Day and time: "May 5, 2025, 2:05 PM". */
export function dateTimeText(at: string): string {
  return new Date(at).toLocaleString(readersLanguage(), { dateStyle: 'medium', timeStyle: 'short' });
}

/** Groups items by their day, in the given order. */
export function byDay<Item>(items: readonly Item[], timeOf: (item: Item) => string): { day: string; items: Item[] }[] {
  const days: { day: string; items: Item[] }[] = [];
  for (const item of items) {
    const day = dayText(timeOf(item));
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

const units: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['day', 24 * 60 * 60 * 1000],
  ['hour', 60 * 60 * 1000],
  ['minute', 60 * 1000],
];

/** "5 minutes ago", in the language of the texts for the person; older than a week, the day itself. */
export function momentText(at: string | Date, now = Date.now()): string {
  const time = new Date(at).getTime();
  const passed = time - now;
  const [unit, ms] = units.find(([, each]) => Math.abs(passed) >= each) ?? ['minute', 60 * 1000];
  const amount = Math.round(passed / ms);
  if (unit === 'day' && Math.abs(amount) > 7)
    return new Date(time).toLocaleDateString(readersLanguage(), { dateStyle: 'medium' });
  return amount === 0
    ? timeWords('justNow')
    : new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(amount, unit);
}
