import { limits } from '@fairwatch/contract';
import { dayOf, dayStart, type Days } from '../../core/components/days.ts';

const { trackDays } = limits.location;

/** The last calendar days of whoever looks, today the last of them: `2026-11-15`. */
export function recentDays(now: Date): string[] {
  return Array.from({ length: trackDays }, (_, place) => {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (trackDays - 1 - place));
    return dayOf(day);
  });
}

/** Where each day begins, and where the last one ends. */
export function beginningsOf(days: readonly string[]): string[] {
  const ends = days.slice(-1).flatMap((day) => dayStart(day, 1) ?? []);
  return [...days.flatMap((day) => dayStart(day) ?? []), ...ends];
}

/** The period to draw for the chosen days; none chosen leaves it to the server. Too long a period ends with its end. */
export function periodOf({ from, to }: Days, today: string): { from?: string; to?: string } {
  if (from === undefined && to === undefined) return {};
  const last = to ?? later(today, from ?? today);
  const longest = dayStart(last, 1 - trackDays);
  const start = dayStart(from) ?? longest;
  const end = dayStart(last, 1);
  if (start === undefined || longest === undefined || end === undefined || start >= end) return {};
  return { from: start < longest ? longest : start, to: end };
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
