import { expect, it } from 'vitest';
import { clockText, isAtTime, latestDeadline } from './alert-times.ts';

const school = { zoneId: 1, time: '08:15', days: ['MON', 'TUE'] as const, timeZone: 'Europe/Berlin' };
const arrives = { ...school, days: [...school.days], on: 'NOT_ARRIVED' as const };
const leaves = { ...arrives, on: 'LEFT_BEFORE' as const };
const at = (text: string) => new Date(text);

it('the latest time of a condition is by its clock, on its days, also when clocks change', () => {
  // Monday in winter, an hour ahead of UTC.
  expect(latestDeadline(arrives, at('2026-11-16T07:14:59Z'))).toBeNull();
  expect(latestDeadline(arrives, at('2026-11-16T07:15:00Z'))).toEqual({
    day: '2026-11-16',
    at: at('2026-11-16T07:15:00Z'),
  });
  // Early on Wednesday it is that of Tuesday.
  expect(latestDeadline(arrives, at('2026-11-17T23:30:00Z'))).toEqual({
    day: '2026-11-17',
    at: at('2026-11-17T07:15:00Z'),
  });
  expect(latestDeadline(arrives, at('2026-11-19T09:00:00Z'))).toBeNull();
  // In summer two hours ahead; a time that DST skips is the first moment after the gap.
  expect(latestDeadline(arrives, at('2026-07-06T06:15:00Z'))?.at).toEqual(at('2026-07-06T06:15:00Z'));
  const skipped = { ...arrives, time: '02:30', days: ['SUN' as const] };
  expect(latestDeadline(skipped, at('2026-03-29T08:00:00Z'))?.at).toEqual(at('2026-03-29T01:00:00Z'));
});

it('leaving before a time counts on its days and until then, by its clock', () => {
  const found = ['2026-11-16T07:14:00Z', '2026-11-16T07:15:00Z', '2026-11-18T06:00:00Z', '2026-11-15T23:30:00Z'].map(
    (text) => isAtTime(leaves, at(text)),
  );
  expect(found).toEqual([true, false, false, true]);
  expect(clockText('Europe/Berlin', at('2026-11-16T07:05:00Z'))).toBe('08:05');
});
