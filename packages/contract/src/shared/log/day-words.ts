import { canonicalZone, minuteOfWeek } from '../../core/fields/time-zone.ts';
import { dateLanguage } from '../../core/texts/date-language.ts';
import { sourceLanguage } from '../../core/texts/languages.ts';
import { textLanguage, translator } from '../../core/texts/translator.ts';
import texts from './day-words.texts.json' with { type: 'json' };

const t = translator('contract/day-words', texts);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;

/**
 * Names the calendar day that begins at a moment: "Sunday 15 November", with its year when that is not the current one. A
 * day begins at midnight in the zone of the reader, which the server does not know. It takes the first of `zones` in which
 * the moment is midnight; otherwise the day that contains noon by UTC, which is right from UTC-11 to UTC+12.
 */
export function dayWords(beginning: string, zones: readonly string[] = [], now: number = Date.now()): string {
  const at = Date.parse(beginning);
  const zone = zones.find((name) => isMidnight(at, name));
  const moment = zone === undefined ? at + 12 * hourMs : at;
  return format(moment, zone ?? 'UTC', now);
}

/** Names a period: one day, or from one day to another; empty without limits. The end is exclusive. */
export function periodWords(from?: string, to?: string, zones: readonly string[] = []): string {
  if (from !== undefined && to !== undefined) {
    // A day has 25 hours when clocks are set back.
    if (Date.parse(to) - Date.parse(from) <= dayMs + hourMs) return dayWords(from, zones);
    return t('to', { from: dayWords(from, zones), to: lastDay(to, zones) });
  }
  if (from !== undefined) return t('from', { from: dayWords(from, zones) });
  return to === undefined ? '' : t('until', { to: lastDay(to, zones) });
}

function lastDay(end: string, zones: readonly string[]): string {
  return dayWords(new Date(Date.parse(end) - dayMs).toISOString(), zones);
}

/**
 * Formats a moment to the minute in UTC, in a form that `inReadersTime` finds: "15 November 2026, 14:02 UTC", in other languages than English
 * "2026-11-15 14:02 UTC".
 */
export function momentWords(at: string): string {
  const date = new Date(at);
  if (textLanguage() !== sourceLanguage) return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
  return `${words}, ${date.toISOString().slice(11, 16)} UTC`;
}

function format(moment: number, timeZone: string, now: number): string {
  const year = (at: number) => new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone }).format(at);
  const options = year(moment) === year(now) ? day : { ...day, year: 'numeric' as const };
  const words = new Intl.DateTimeFormat(dateLanguage(), { ...options, timeZone }).format(moment);
  return textLanguage() === sourceLanguage ? words.replace(',', '') : words;
}

function isMidnight(at: number, timeZone: string): boolean {
  // A device may send an unknown time zone.
  return canonicalZone(timeZone) !== null && minuteOfWeek(timeZone, at) % (24 * 60) === 0;
}

const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month)),
);
const inUtc =
  /(?<day>\d{1,2}) (?<month>[A-Z][a-z]+) (?<year>\d{4}), (?<time>\d\d:\d\d) UTC|(?<date>\d{4}-\d\d-\d\d) (?<clock>\d\d:\d\d) UTC/g;

/** Writes the moments of a sentence, which the server gives in UTC, as the reader's clock shows them. `format` gets a timestamp. */
export function inReadersTime(words: string, format: (at: string) => string): string {
  return words.replace(inUtc, (found, ...rest) => {
    const { day, month, year, time, date, clock } = rest.at(-1) as Record<string, string | undefined>;
    const number = monthNames.indexOf(month ?? '') + 1;
    const calendar = date ?? `${year}-${String(number).padStart(2, '0')}-${day?.padStart(2, '0')}`;
    const at = new Date(`${calendar}T${clock ?? time}:00Z`);
    return Number.isNaN(at.getTime()) ? found : format(at.toISOString());
  });
}
