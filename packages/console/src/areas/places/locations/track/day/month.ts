import { dayOf } from '../../../../../core/components/time/days.ts';

/** Days are calendar days of the browser's time zone, as `2026-11-15`; a month is `2026-11`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

export function daysOfMonth(month: string): string[] {
  const first = dateOf(`${month}-01`);
  const count = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  return Array.from({ length: count }, (_, place) => `${month}-${String(place + 1).padStart(2, '0')}`);
}

/** The weeks of a month from Monday to Sunday; null for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const days = daysOfMonth(month);
  const cells = [...Array.from({ length: weekdayOf(days[0] ?? '') }, () => null), ...days];
  const weeks = Math.ceil(cells.length / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, place) => cells[week * 7 + place] ?? null),
  );
}

/** 0 for Monday, 6 for Sunday. */
function weekdayOf(day: string): number {
  return (dateOf(day).getDay() + 6) % 7;
}

export function addDays(day: string, count: number): string {
  const date = dateOf(day);
  date.setDate(date.getDate() + count);
  return dayOf(date);
}

/** The same day of another month, or the last one of that month. */
export function addMonths(day: string, count: number): string {
  const date = dateOf(day);
  const month = new Date(date.getFullYear(), date.getMonth() + count, 1);
  const last = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
  month.setDate(Math.min(date.getDate(), last));
  return dayOf(month);
}

/** The day to which a key moves the focus in a calendar; null for a key that moves nothing. */
export function dayAfterKey(day: string, key: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return null;
  }
}
