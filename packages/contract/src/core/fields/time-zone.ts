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
    z.refine(isKnown, 'This time zone is not known. Write it as Europe/Berlin.'),
  );

function isKnown(name: string): boolean {
  try {
    zoneOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The name of a time zone as the IANA database spells it, however it was written; null for one that is not known. */
export function canonicalZone(name: string): string | null {
  return timeZone.safeParse(name).success ? zoneOf(name).format.resolvedOptions().timeZone : null;
}

/** The time zone of this browser or process. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const weekMinutes = 7 * 24 * 60;
/** 1970-01-01 was a Thursday: three days after Monday. */
const firstWeekday = 3;

/** The calendar day at a moment in a time zone, as `2026-11-18`. */
export function dayIn(zone: string, at: number): string {
  return new Date(at + offsetAt(zone, at)).toISOString().slice(0, 10);
}

/** The minutes since Monday 00:00 in a time zone. */
export function minuteOfWeek(zone: string, at: number): number {
  const minutes = Math.floor((at + offsetAt(zone, at) + firstWeekday * dayMs) / minuteMs);
  return ((minutes % weekMinutes) + weekMinutes) % weekMinutes;
}

/**
 * The moment at which clocks in a zone show `local` (written as if it were UTC). When they show it twice it is the first. When DST skips it,
 * it is the first moment after the gap, or with `skipped: 'FORWARD'` as long after it as `local` is after the beginning of the gap, as
 * iCalendar wants it.
 */
export function momentOf(zone: string, local: number, skipped: 'GAP_END' | 'FORWARD' = 'GAP_END'): number {
  const before = offsetAt(zone, local - dayMs);
  const after = offsetAt(zone, local + dayMs);
  if (before === after) return local - before;
  const shown = [local - before, local - after].filter((at) => at + offsetAt(zone, at) === local);
  if (shown.length > 0) return Math.min(...shown);
  return skipped === 'FORWARD' ? local - before : changeBetween(zone, local - after, local - before);
}

/** The first millisecond of the offset that is valid at `end`, where it differs from the one at `begin`. */
function changeBetween(zone: string, begin: number, end: number): number {
  const offset = offsetAt(zone, end);
  let [low, high] = [begin, end];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle) === offset) high = middle;
    else low = middle;
  }
  return high;
}

interface Zone {
  format: Intl.DateTimeFormat;
  /** The offset at the beginning of days, by their number since 1970 in UTC. */
  offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();
/** The limits of the caches. A caller could send many spellings of the zone names, and any time. */
const mostZones = 1000;
const mostDays = 400;

/** Throws a RangeError for a zone that does not exist. */
function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (zone === undefined) {
    if (zones.size >= mostZones) zones.clear();
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset', year: 'numeric' });
    zone = { format, offsets: new Map() };
    zones.set(name, zone);
  }
  return zone;
}

/**
 * The UTC offset of a time zone at a moment, in milliseconds; positive east of Greenwich. Formatting is slow, so it is done twice per day, and
 * for each moment only on days with a DST change.
 */
export function offsetAt(name: string, at: number): number {
  const zone = zoneOf(name);
  const day = Math.floor(at / dayMs);
  const begin = offsetOnDay(zone, day);
  return begin === offsetOnDay(zone, day + 1) ? begin : readOffset(zone, at);
}

function offsetOnDay(zone: Zone, day: number): number {
  let offset = zone.offsets.get(day);
  if (offset === undefined) {
    offset = readOffset(zone, day * dayMs);
    if (zone.offsets.size >= mostDays) zone.offsets.clear();
    zone.offsets.set(day, offset);
  }
  return offset;
}

function readOffset({ format }: Zone, at: number): number {
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?/.exec(name) ?? [];
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}
