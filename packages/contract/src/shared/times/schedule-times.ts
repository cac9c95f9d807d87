import { momentOf, offsetAt, weekDays, type WeekDay } from '../../core/fields/time-zone.ts';
import { daysText } from '../../core/fields/day-names.ts';
import { timeWords } from '../../core/fields/time-words.ts';
import { dateLanguage } from '../../core/texts/date-language.ts';
import { textLanguage } from '../../core/texts/translator.ts';
import type { ScheduleTiming } from './schedule.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** 1970-01-01 was a Thursday, the fourth day of the week. */
const firstWeekday = 3;
/** A schedule without an end ends here: databases and clients write years with four digits. */
const endOfTime = Date.parse('9999-12-30T00:00:00Z');
/** A week, and a day on either side for the time zone. */
const daysSearched = 9;

/** The next times of a schedule strictly after a moment, at most `count`; none when it is over. `zone` is used by times of day only. */
export function nextTimes(timing: ScheduleTiming, after: Date, zone: string, count: number): Date[] {
  const times: Date[] = [];
  for (let at = after; times.length < count;) {
    const next = nextTime(timing, at, zone);
    if (next === null) break;
    times.push(next);
    at = next;
  }
  return times;
}

/** The next time of a schedule strictly after a moment; null when it is over. */
export function nextTime(timing: ScheduleTiming, after: Date, zone: string): Date | null {
  const from = timing.from === null ? -Infinity : Date.parse(timing.from);
  const until = timing.until === null ? endOfTime : Math.min(Date.parse(timing.until), endOfTime);
  const earliest = Math.max(after.getTime() + 1, from);
  if (earliest >= until) return null;
  const next = timing.every === 'INTERVAL' ? nextInterval(timing, earliest) : nextLocalTime(timing, earliest, zone);
  return next < until ? new Date(next) : null;
}

/** The zone of a schedule for a device: its own, that of the device, or the fallback when the device does not say one. */
export function zoneFor(timing: ScheduleTiming, deviceZone: string | null): string {
  if (timing.every === 'INTERVAL') return 'UTC';
  return timing.zone === 'DEVICE' ? (deviceZone ?? timing.fallbackZone) : timing.zone;
}

/** Intervals count from `from`, or from 1970-01-01 UTC: then every hour is on the hour. */
function nextInterval({ minutes, from }: Extract<ScheduleTiming, { every: 'INTERVAL' }>, earliest: number): number {
  const anchor = from === null ? 0 : Date.parse(from);
  const stepMs = minutes * minuteMs;
  return anchor + Math.ceil((earliest - anchor) / stepMs) * stepMs;
}

type LocalTiming = Exclude<ScheduleTiming, { every: 'INTERVAL' }>;

function nextLocalTime(timing: LocalTiming, earliest: number, zone: string): number {
  const minutes = Number(timing.time.slice(0, 2)) * 60 + Number(timing.time.slice(3));
  const days = timing.every === 'WEEK' ? timing.days : weekDays;
  const today = Math.floor((earliest + offsetAt(zone, earliest)) / dayMs);
  // The day before is tried too: a time that DST skipped may have been moved past midnight.
  for (let day = today - 1; day < today + daysSearched; day += 1) {
    if (!days.includes(weekdayOf(day))) continue;
    const at = momentOf(zone, day * dayMs + minutes * minuteMs);
    if (at >= earliest) return at;
  }
  throw new Error('Every week has each of its days.');
}

function weekdayOf(day: number): WeekDay {
  const place = (((day + firstWeekday) % 7) + 7) % 7;
  return weekDays[place] as WeekDay;
}

/** When a schedule starts, in words: `Monday to Friday at 08:00 (Europe/Berlin), until 31 December 2026 at 18:00`. */
export function timingWords(timing: ScheduleTiming): string {
  const zone = timing.every === 'INTERVAL' || timing.zone === 'DEVICE' ? null : timing.zone;
  let text = repeatWords(timing);
  for (const bound of ['from', 'until'] as const) {
    const at = timing[bound];
    if (at !== null) text = timeWords(`schedule.${bound}`, { text, moment: momentWords(at, zone) });
  }
  return text;
}

/** The same inside of a sentence: words of ours begin in lower case, days as their language writes them. */
export function timingInSentence(timing: ScheduleTiming): string {
  const words = timingWords(timing);
  if (timing.every === 'WEEK' && !isDaily(timing)) return words;
  return words.slice(0, 1).toLocaleLowerCase(textLanguage()) + words.slice(1);
}

const isDaily = (timing: LocalTiming) => timing.every === 'DAY' || timing.days.length === weekDays.length;

function repeatWords(timing: ScheduleTiming): string {
  if (timing.every === 'INTERVAL') return intervalWords(timing.minutes);
  const days = timing.every === 'DAY' || isDaily(timing) ? timeWords('schedule.everyDay') : daysText(timing.days);
  const { time, zone } = timing;
  return zone === 'DEVICE'
    ? timeWords('schedule.atOnPhone', { days, time })
    : timeWords('schedule.at', { days, time, zone });
}

/** An interval of 24 hours is not called a day, which would sound like a time of day. */
function intervalWords(minutes: number): string {
  if (minutes % (24 * 60) === 0 && minutes > 24 * 60) {
    return timeWords('schedule.everyDays', { count: minutes / (24 * 60) });
  }
  if (minutes === 60) return timeWords('schedule.everyHour');
  return minutes % 60 === 0
    ? timeWords('schedule.everyHours', { count: minutes / 60 })
    : timeWords('schedule.everyMinutes', { count: minutes });
}

/** The zone stands already in the words when there is one. */
function momentWords(at: string, zone: string | null): string {
  const style = { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  const words = new Intl.DateTimeFormat(dateLanguage(), { ...style, hourCycle: 'h23', timeZone: zone ?? 'UTC' });
  return `${words.format(Date.parse(at))}${zone === null ? ' UTC' : ''}`;
}
