import { describe, expect, it } from 'vitest';
import { dayBoundaries, periodOf, recentDays } from './track-days.ts';

/** The beginning of a day of November 2026, or of the months before and after it, where the reader is. */
const november = (day: number) => new Date(2026, 10, day).toISOString();

describe('the days of a track', () => {
  const days = recentDays(new Date(2026, 10, 3, 23, 59));

  it('are the most recent ones up to today, across the end of a month', () => {
    expect(days).toHaveLength(31);
    expect(days.slice(-4)).toEqual(['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03']);
  });

  it('start and end at local midnight', () => {
    const boundaries = dayBoundaries(days);
    expect(boundaries).toHaveLength(days.length + 1);
    expect(boundaries.at(-1)).toBe(november(4));
    expect(boundaries.at(-2)).toBe(november(3));
  });
});

describe('the period of a track', () => {
  const today = '2026-11-15';

  it('is left to the server when no days are chosen', () => {
    expect(periodOf({}, today)).toEqual({});
  });

  it('is the chosen days, both inclusive', () => {
    const period = { from: november(13), to: november(15) };
    expect(periodOf({ from: '2026-11-13', to: '2026-11-14' }, today)).toEqual(period);
  });

  it('ends today when only the start is chosen', () => {
    expect(periodOf({ from: '2026-11-13' }, today)).toEqual({
      from: november(13),
      to: november(16),
    });
  });

  it('is shortened at its start to the maximum of the server', () => {
    const longest = november(15 - 30);
    expect(periodOf({ from: '2020-01-01' }, today)).toEqual({ from: longest, to: november(16) });
    expect(periodOf({ to: '2026-11-15' }, today)).toEqual({ from: longest, to: november(16) });
  });

  it('is empty when the end is before the start', () => {
    expect(periodOf({ from: '2026-11-14', to: '2026-11-13' }, today)).toEqual({});
  });
});
