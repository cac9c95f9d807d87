import { limits } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { dayStart } from '../../core/components/days.ts';
import { beginningsOf, periodOf, recentDays } from './track-days.ts';

describe('the days of a track', () => {
  const days = recentDays(new Date(2026, 10, 3, 23, 59));

  it('are the last ones, today the last, across the end of a month', () => {
    expect(days).toHaveLength(limits.location.trackDays);
    expect(days.slice(-4)).toEqual(['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03']);
  });

  it('begin at local midnight, and the last one ends there', () => {
    const beginnings = beginningsOf(days);
    expect(beginnings).toHaveLength(days.length + 1);
    expect(beginnings.at(-1)).toBe(dayStart('2026-11-04'));
    expect(beginnings.at(-2)).toBe(dayStart('2026-11-03'));
  });
});

describe('the period that is drawn', () => {
  const today = '2026-11-15';

  it('is left to the server without a choice', () => {
    expect(periodOf({}, today)).toEqual({});
  });

  it('is the chosen days, both included', () => {
    const period = { from: dayStart('2026-11-13'), to: dayStart('2026-11-15') };
    expect(periodOf({ from: '2026-11-13', to: '2026-11-14' }, today)).toEqual(period);
  });

  it('runs until today when only its beginning is chosen', () => {
    expect(periodOf({ from: '2026-11-13' }, today)).toEqual({
      from: dayStart('2026-11-13'),
      to: dayStart('2026-11-16'),
    });
  });

  it('is cut to what the server gives, at its beginning', () => {
    const longest = dayStart('2026-11-15', 1 - limits.location.trackDays);
    expect(periodOf({ from: '2020-01-01' }, today)).toEqual({ from: longest, to: dayStart('2026-11-16') });
    expect(periodOf({ to: '2026-11-15' }, today)).toEqual({ from: longest, to: dayStart('2026-11-16') });
  });

  it('is none when it would run backwards', () => {
    expect(periodOf({ from: '2026-11-14', to: '2026-11-13' }, today)).toEqual({});
  });
});
