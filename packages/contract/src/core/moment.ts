import { z } from 'zod/mini';

/** Longer than any clock is exact: milliseconds take 24 letters, an offset five more. */
const maxLength = 40;
const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');
/** PostgreSQL takes offsets below 16 hours; the largest in use is 14. */
const farOffset = /[+-](?:1[6-9]|2\d):\d\d$/;

/** Whether the database can hold a moment: a date before the year 1 or an offset of 16 hours is an error there. */
function isStorable(text: string): boolean {
  const time = Date.parse(text);
  return time >= earliest && time <= latest && !text.startsWith('0000') && !farOffset.test(text);
}

const inRange = z.refine<string>(
  isStorable,
  'Must be a moment from the year 1 to 9999, with an offset below 16 hours.',
);

/** A moment as callers write it. */
export const moment = z.iso.datetime({ offset: true }).check(z.maxLength(maxLength), inRange);

/** A moment as devices write it: in UTC. */
export const utcMoment = z.iso.datetime().check(z.maxLength(maxLength), inRange);
