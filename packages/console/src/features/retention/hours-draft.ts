import { weekDays, type SharingHours, type WeekDay } from '@fairwatch/contract';
import { currentLanguage } from '../../core/i18n/i18n.ts';

/** A time of the day in which is shared. */
export interface Span {
  from: string;
  to: string;
}

/** Sharing hours while they are edited: the times of each day, in their order. */
export interface HoursDraft {
  timeZone: string;
  days: Readonly<Record<WeekDay, readonly Span[]>>;
}

const quarters = Array.from({ length: 97 }, (_, quarter) => {
  const minutes = quarter * 15;
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
});

/** When hours can begin, and when they can end. */
export const beginnings = quarters.slice(0, -1);
export const endings = quarters.slice(1);

export const usualSpan: Span = { from: '08:00', to: '17:00' };
export const spansPerDay = 2;

const workDays: readonly WeekDay[] = ['MON', 'TUE', 'WED', 'THU', 'FRI'];

/** What the editor begins with: what is set, or the hours of an office where the admin is. */
export function draftOf(hours: SharingHours | null): HoursDraft {
  const timeZone = hours?.timeZone ?? new Intl.DateTimeFormat(currentLanguage()).resolvedOptions().timeZone;
  const given = hours?.days ?? workDays.map((day) => ({ day, from: usualSpan.from, to: usualSpan.to }));
  const days: Record<WeekDay, Span[]> = { MON: [], TUE: [], WED: [], THU: [], FRI: [], SAT: [], SUN: [] };
  for (const { day, from, to } of given.toSorted(byBeginning)) days[day].push({ from, to });
  return { timeZone, days };
}

export function hoursOf({ timeZone, days }: HoursDraft): SharingHours {
  return { timeZone, days: weekDays.flatMap((day) => days[day].map(({ from, to }) => ({ day, from, to }))) };
}

/** Whether a time ends before it begins, or there is none at all. */
export function isWrong({ days }: HoursDraft): boolean {
  const spans = Object.values(days).flat();
  return spans.length === 0 || spans.some(({ from, to }) => from >= to);
}

/** The time zones of this browser, and the one that is set. */
export function timeZones(current: string): string[] {
  return [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();
}

function byBeginning(one: Span, other: Span): number {
  return one.from < other.from ? -1 : 1;
}
