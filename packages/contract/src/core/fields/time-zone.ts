import { z } from 'zod/mini';
import { limits } from '../limits.ts';

export const weekDays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type WeekDay = (typeof weekDays)[number];

/** The name of a time zone of the IANA database, such as `Europe/Berlin`. */
export const timeZone = z
  .string()
  .check(
    z.maxLength(limits.sharingHours.zoneMaxLength),
    z.regex(/^[A-Za-z_]+(?:\/[A-Za-z\d_+-]+)*$/),
    z.refine(isTimeZone, 'This time zone is not known. Write it as Europe/Berlin.'),
  );

function isTimeZone(name: string): boolean {
  try {
    weekClock(name);
    return true;
  } catch {
    return false;
  }
}

/** The name of a time zone as the IANA database spells it, however it was written; null for one that is not known. */
export function canonicalZone(name: string): string | null {
  return timeZone.safeParse(name).success ? weekClock(name).resolvedOptions().timeZone : null;
}

const clocks = new Map<string, Intl.DateTimeFormat>();
/** The limit of the cache. A caller could send many spellings of the zone names. */
const mostClocks = 1000;

/** A cached formatter of the weekday, hour and minute in a time zone. Throws a RangeError for a zone that does not exist. */
export function weekClock(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  if (clocks.size >= mostClocks) clocks.clear();
  const style = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const clock = new Intl.DateTimeFormat('en-US', { ...style, timeZone: zone });
  clocks.set(zone, clock);
  return clock;
}
