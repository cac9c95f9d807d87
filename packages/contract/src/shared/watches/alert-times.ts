import { minutesOfClock } from '../../core/fields/clock-time.ts';
import { dayIn, minuteOfWeek, momentOf, weekDays } from '../../core/fields/time-zone.ts';
import { isWithinHours } from '../times/sharing-hours.ts';
import type { AlertCondition, TimedCondition } from './alert.ts';

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** True when a rule about a zone fires for a border that was crossed at this moment, as far as its hours or its time say. */
export function isAtTime(condition: AlertCondition, at: Date): boolean {
  if ('hours' in condition) return isWithinHours(condition.hours, at);
  if (condition.on !== 'LEFT_BEFORE') return true;
  const minute = minuteOfWeek(condition.timeZone, at.getTime());
  const day = weekDays[Math.floor(minute / dayMinutes)];
  return day !== undefined && condition.days.includes(day) && minute % dayMinutes < minutesOfClock(condition.time);
}

/** A time of a condition on one day. */
export interface Deadline {
  /** The day by its clock: `2026-11-18`. */
  day: string;
  at: Date;
}

/** The latest time of a condition at or before this moment, of today or of yesterday by its clock; null when there is none on these days. */
export function latestDeadline({ time, days, timeZone }: TimedCondition, now: Date): Deadline | null {
  for (const daysBack of [0, 1]) {
    const day = dayIn(timeZone, now.getTime() - daysBack * dayMinutes * minuteMs);
    const local = Date.parse(day) + minutesOfClock(time) * minuteMs;
    const at = new Date(momentOf(timeZone, local));
    const weekDay = weekDays[(new Date(day).getUTCDay() + 6) % 7];
    if (at <= now && weekDay !== undefined && days.includes(weekDay)) return { day, at };
  }
  return null;
}

/** A moment by the clock of a time zone: `08:15`. */
export function clockText(timeZone: string, at: Date): string {
  const minute = minuteOfWeek(timeZone, at.getTime()) % dayMinutes;
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
