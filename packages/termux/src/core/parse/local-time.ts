import { canonicalZone, momentOf, ownZone } from '@fairwatch/contract';
import { asciiDigits } from './digits.ts';

/** Converts a local time such as "2026-03-29 14:05:00" to UTC in ISO format; null for a text that is none. */
export type ReadLocalTime = (text: unknown) => string | null;

const textMaxLength = 60;
const pattern = /^(\d{4})-(\d{1,2})-(\d{1,2})[ T](\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const earliestYear = 1900;

/**
 * Reads local times of a zone. The time zone is an argument because a running process keeps the zone that it started with, while
 * Termux:API formats in the zone where the phone is now. An unknown zone is replaced by that of the process.
 */
export function localTimeReader(timeZone: string): ReadLocalTime {
  const zone = canonicalZone(timeZone) ?? ownZone();
  return (text) => {
    const local = parseLocalTime(text);
    return local === null ? null : new Date(momentOf(zone, local, 'FORWARD')).toISOString();
  };
}

/** Orders moments that `ReadLocalTime` returned: all are in UTC and of the same length, so that they need not be parsed. */
export function compareMoments(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Parses a local time as if it were UTC. */
function parseLocalTime(text: unknown): number | null {
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
