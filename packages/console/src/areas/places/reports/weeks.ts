import { limits } from '@fairwatch/contract';
import { dayOf, dayStart } from '../../../core/components/time/days.ts';

/** A week that can be chosen, by the day of its Monday. */
export interface WeekOption {
  value: string;
  label: string;
}

/** The Monday of the week of a date in the browser's time zone, and of weeks before it. */
export function mondayOf(date: Date, weeksBefore = 0): string {
  const monday = new Date(date.getFullYear(), date.getMonth(), date.getDate() - ((date.getDay() + 6) % 7));
  monday.setDate(monday.getDate() - 7 * weeksBefore);
  return dayOf(monday);
}

/** The current week and those before it, the newest first. */
export function recentWeeks(now: Date, language: string): WeekOption[] {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' });
  return Array.from({ length: limits.report.weeksBack + 1 }, (_, before) => {
    const value = mondayOf(now, before);
    const monday = new Date(`${value}T12:00:00`);
    const sunday = new Date(monday);
    sunday.setDate(sunday.getDate() + 6);
    return { value, label: format.formatRange(monday, sunday) };
  });
}

/** The first and the last day of a week. */
export function daysOfWeek(monday: string): { from: string; to: string } {
  return { from: monday, to: dayOf(new Date(dayStart(monday, 6) ?? monday)) };
}
