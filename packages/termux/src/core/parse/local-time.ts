import { asciiDigits } from './digits.ts';

/** Converts a local time such as "2026-03-29 14:05:00" to UTC in ISO format; null for a text that is none. */
export type ReadLocalTime = (text: unknown) => string | null;

const dayMs = 86_400_000;
const textMaxLength = 60;
const pattern = /^(\d{4})-(\d{1,2})-(\d{1,2})[ T](\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const earliestYear = 1900;

/**
 * Reads local times of a zone. The time zone is an argument because a running process keeps the zone that it started with, while
 * Termux:API formats in the zone where the phone is now. An unknown zone is replaced by that of the process.
 */
export function localTimeReader(timeZone: string): ReadLocalTime {
  const offsetAt = zoneOffsets(timeZone);
  /** The offset on days on which it does not change; null on the others. */
  const daily = new Map<number, number | null>();

  function constantOffset(wallTime: number): number | null {
    const day = Math.floor(wallTime / dayMs);
    const known = daily.get(day);
    if (known !== undefined) return known;
    // A zone is less than a day away from UTC, so these two moments enclose the local day.
    const before = offsetAt((day - 1) * dayMs);
    const found = before === offsetAt((day + 2) * dayMs) ? before : null;
    daily.set(day, found);
    return found;
  }

  /**
   * When clocks are set back, an hour occurs twice: the first of the two is taken. When they are set forward, an hour does not exist:
   * a time in it is moved forward.
   */
  function momentOf(wallTime: number): number {
    const constant = constantOffset(wallTime);
    if (constant !== null) return wallTime - constant;
    const before = offsetAt(wallTime - dayMs);
    const candidates = [before, offsetAt(wallTime + dayMs)].map((offset) => wallTime - offset);
    const matching = candidates.filter((moment) => moment + offsetAt(moment) === wallTime);
    return matching.length === 0 ? wallTime - before : Math.min(...matching);
  }

  return (text) => {
    const wallTime = parseWallTime(text);
    return wallTime === null ? null : new Date(momentOf(wallTime)).toISOString();
  };
}

/** Orders moments that `ReadLocalTime` returned: all are in UTC and of the same length, so that they need not be parsed. */
export function compareMoments(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Parses a local time as if it were UTC. */
function parseWallTime(text: unknown): number | null {
  if (typeof text !== 'string' || text.length > textMaxLength) return null;
  const found = pattern.exec(asciiDigits(text).trim());
  if (!found) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (year < earliestYear || hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // A day that does not exist, such as 31 April, would become one of the next month.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null;
}

const clock = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
} as const;

/** Returns a function for the offset of a zone from UTC at a moment, in milliseconds. */
function zoneOffsets(timeZone: string): (moment: number) => number {
  const format = zoneFormat(timeZone);
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
    const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
    return shown - Math.floor(moment / 1000) * 1000;
  };
}

function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en', { ...clock, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en', clock);
  }
}
