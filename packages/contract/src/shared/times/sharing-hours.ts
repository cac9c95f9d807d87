import { z } from 'zod/mini';
import { dayName, rangeText } from '../../core/fields/day-names.ts';
import { timeWords } from '../../core/fields/time-words.ts';
import { minuteOfWeek, timeZone, weekDays } from '../../core/fields/time-zone.ts';
import { limits } from '../../core/limits.ts';

const { timesAtMost } = limits.sharingHours;
const wrongTime = 'Times are quarters of an hour, from 00:00 to 24:00.';
const time = z.string().check(z.length(5), z.regex(/^(?:(?:[01]\d|2[0-3]):(?:00|15|30|45)|24:00)$/, wrongTime));

/**
 * The hours of the week in which a person shares, in a time zone of the IANA database. Outside of them nothing is collected. Null
 * instead of them means at any hour. What goes past midnight is written as two times.
 */
export const sharingHours = z.strictObject({
  timeZone,
  days: z
    .array(
      z
        .strictObject({ day: z.enum(weekDays), from: time, to: time })
        .check(z.refine(({ from, to }) => from < to, 'Hours must end after they begin.')),
    )
    .check(z.minLength(1), z.maxLength(timesAtMost)),
});
export type SharingHours = z.infer<typeof sharingHours>;

const dayMinutes = 24 * 60;
/** Times and the offsets of all time zones are multiples of 15 minutes, so hours begin and end on this grid. */
const stepMs = 15 * 60_000;
/** Two weeks, since hours that DST skips come a week later. */
const mostSteps = 14 * 24 * 4;

/** Whether a person shares at this moment, as far as their hours say. */
export function isWithinHours(hours: SharingHours | null, at: Date): boolean {
  return hours === null || includes(hours, minuteOfWeek(hours.timeZone, at.getTime()));
}

/** When the hours begin again; null while a person shares. */
export function hoursBeginAt(hours: SharingHours | null, at: Date): Date | null {
  return hours === null || isWithinHours(hours, at) ? null : nextChange(hours, at, true);
}

/** When the hours end; null at any other time, and when they never do. */
export function hoursEndAt(hours: SharingHours | null, at: Date): Date | null {
  return hours === null || !isWithinHours(hours, at) ? null : nextChange(hours, at, false);
}

/** Finds the first grid point at which sharing is on or off, as `within` says. */
function nextChange(hours: SharingHours, at: Date, within: boolean): Date | null {
  const begin = Math.floor(at.getTime() / stepMs) + 1;
  for (let step = begin; step < begin + mostSteps; step += 1) {
    if (isWithinHours(hours, new Date(step * stepMs)) === within) return new Date(step * stepMs);
  }
  return null;
}

function includes({ days }: SharingHours, minute: number): boolean {
  return days.some(({ day, from, to }) => {
    const midnight = weekDays.indexOf(day) * dayMinutes;
    return midnight + minutesOf(from) <= minute && minute < midnight + minutesOf(to);
  });
}

function minutesOf(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
}

/** The hours in words: `Monday to Friday 08:00-17:00, Saturday 10:00-12:00 (Europe/Berlin)`. */
export function hoursText(hours: SharingHours | null): string {
  if (hours === null) return timeWords('hours.any');
  const times = weekDays.map((day) =>
    hours.days
      .filter((each) => each.day === day)
      .map(({ from, to }) => `${from}-${to}`)
      .toSorted()
      .reduce((first, second) => (first === '' ? second : timeWords('hours.times', { first, second })), ''),
  );
  const parts: string[] = [];
  for (let first = 0; first < times.length; first += 1) {
    let last = first;
    while (times[last + 1] === times[first]) last += 1;
    if (times[first] !== '') parts.push(timeWords('hours.on', { days: rangeText(first, last), times: times[first] }));
    first = last;
  }
  const text = parts.reduce((first, second) => timeWords('hours.and', { first, second }));
  return timeWords('hours.inZone', { text, zone: hours.timeZone });
}

/** When the hours begin again, on the clock of the person: `Monday 08:00 (Europe/Berlin)`. Empty while they share. */
export function beginningText(hours: SharingHours | null, at: Date): string {
  const begins = hoursBeginAt(hours, at);
  if (hours === null || begins === null) return '';
  const minute = minuteOfWeek(hours.timeZone, begins.getTime());
  const parts = [Math.floor((minute % dayMinutes) / 60), minute % 60].map((part) => String(part).padStart(2, '0'));
  const text = timeWords('hours.on', { days: dayName(Math.floor(minute / dayMinutes)), times: parts.join(':') });
  return timeWords('hours.inZone', { text, zone: hours.timeZone });
}
