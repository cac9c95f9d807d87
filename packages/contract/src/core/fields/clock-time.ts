import { z } from 'zod/mini';
import { weekDays } from './time-zone.ts';

/** A time of day by a clock: `08:30`. */
export const clockTime = z
  .string()
  .check(z.length(5), z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Write a time as 08:30.'));

/** At least one day of the week. */
export const chosenDays = z.array(z.enum(weekDays)).check(z.minLength(1), z.maxLength(weekDays.length));

/** The minutes since midnight of a time by a clock. */
export function minutesOfClock(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
