import { limits } from '../core/limits.ts';
import { weekDays, type WeekDay } from '../core/fields/time-zone.ts';
import type { SharingHours } from '../shared/times/sharing-hours.ts';

/** A time of a day, as "08:00" to "17:00". */
export interface DaySpan {
  from: string;
  to: string;
}

/** Sharing hours by day, as people edit them. */
export type WeekSpans = Readonly<Record<WeekDay, readonly DaySpan[]>>;

const quarters = Array.from({ length: 97 }, (_, quarter) => {
  const minutes = quarter * 15;
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
});

/** The times at which sharing hours can begin, and those at which they can end. */
export const spanBeginnings = quarters.slice(0, -1);
export const spanEndings = quarters.slice(1);

export const spansPerDay = limits.sharingHours.timesAtMost / weekDays.length;
export const usualSpan: DaySpan = { from: '08:00', to: '17:00' };
export const workDays: readonly WeekDay[] = ['MON', 'TUE', 'WED', 'THU', 'FRI'];

/** Sharing hours by day, each day's in their order. */
export function weekSpansOf(times: SharingHours['days']): Record<WeekDay, readonly DaySpan[]> {
  const on = (wanted: WeekDay) =>
    times
      .filter(({ day }) => day === wanted)
      .map(({ from, to }) => ({ from, to }))
      .toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return {
    MON: on('MON'),
    TUE: on('TUE'),
    WED: on('WED'),
    THU: on('THU'),
    FRI: on('FRI'),
    SAT: on('SAT'),
    SUN: on('SUN'),
  };
}
