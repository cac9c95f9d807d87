import {
  ownZone,
  usualSpan,
  weekDays,
  weekSpansOf,
  workDays,
  type SharingHours,
  type WeekSpans,
} from '@fairwatch/contract';

/** Sharing hours while they are edited: the times of each day, in their order. */
export interface HoursDraft {
  timeZone: string;
  days: WeekSpans;
}

/** The initial draft: the stored hours, or office hours in the admin's time zone. */
export function draftOf(hours: SharingHours | null): HoursDraft {
  const timeZone = hours?.timeZone ?? ownZone();
  const { from, to } = usualSpan;
  return { timeZone, days: weekSpansOf(hours?.days ?? workDays.map((day) => ({ day, from, to }))) };
}

export function hoursOf({ timeZone, days }: HoursDraft): SharingHours {
  return { timeZone, days: weekDays.flatMap((day) => days[day].map(({ from, to }) => ({ day, from, to }))) };
}

/** Whether a time ends before it begins, or there is none at all. */
export function isInvalid({ days }: HoursDraft): boolean {
  const spans = Object.values(days).flat();
  return spans.length === 0 || spans.some(({ from, to }) => from >= to);
}

/** The time zones that the browser knows, and the current one. */
export function timeZones(current: string): string[] {
  return [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();
}
