import { z } from 'zod/mini';

/** Enough for milliseconds (24 characters) and an offset (5 more). */
const maxLength = 40;
const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');
/** PostgreSQL accepts offsets below 16 hours; the largest in use is 14. */
const farOffset = /[+-](?:1[6-9]|2\d):\d\d$/;

/** Whether PostgreSQL can store a timestamp: it refuses dates before the year 1 and offsets of 16 hours. */
function isStorable(text: string): boolean {
  const time = Date.parse(text);
  return time >= earliest && time <= latest && !text.startsWith('0000') && !farOffset.test(text);
}

const inRange = z.refine<string>(
  isStorable,
  'Must be a moment from the year 1 to 9999, with an offset below 16 hours.',
);

/** A timestamp with any offset. */
export const moment = z.iso.datetime({ offset: true }).check(z.maxLength(maxLength), inRange);

/** A timestamp in UTC, as devices send it. */
export const utcMoment = z.iso.datetime().check(z.maxLength(maxLength), inRange);
