import { limits } from '@fairwatch/contract';
import { dayOf, dayStart, type Days } from '../../../../core/components/time/days.ts';

const { trackDays } = limits.location;

/** The last `trackDays` calendar days in the browser's time zone, today last, as `2026-11-15`. */
export function recentDays(now: Date): string[] {
  return Array.from({ length: trackDays }, (_, index) => {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (trackDays - 1 - index));
    return dayOf(day);
  });
}

/** The start of each day, followed by the end of the last one. */
export function dayBoundaries(days: readonly string[]): string[] {
  const ends = days.slice(-1).flatMap((day) => dayStart(day, 1) ?? []);
  return [...days.flatMap((day) => dayStart(day) ?? []), ...ends];
}

/** The period to request for the chosen days; empty to let the server choose. A period that is too long loses its start. */
export function periodOf({ from, to }: Days, today: string): { from?: string; to?: string } {
  if (from === undefined && to === undefined) return {};
  const last = to ?? later(today, from ?? today);
  const earliestStart = dayStart(last, 1 - trackDays);
  const start = dayStart(from) ?? earliestStart;
  const end = dayStart(last, 1);
  if (start === undefined || earliestStart === undefined || end === undefined || start >= end) return {};
  return { from: start < earliestStart ? earliestStart : start, to: end };
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
