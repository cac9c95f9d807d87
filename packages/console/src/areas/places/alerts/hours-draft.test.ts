import { weekDays } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { areHoursWrong, hoursDraftOf, hoursOf, newHours } from './hours-draft.ts';

describe('the hours of a rule', () => {
  it('that go past midnight are written as two times, and shown as one again', () => {
    const night = { ...newHours('22:00', '06:00'), days: ['SUN' as const], timeZone: 'UTC' };
    const hours = hoursOf(night);
    expect(hours.days).toEqual([
      { day: 'SUN', from: '22:00', to: '24:00' },
      { day: 'MON', from: '00:00', to: '06:00' },
    ]);
    expect(hoursDraftOf(hours)).toMatchObject({ days: ['SUN'], from: '22:00', to: '06:00' });
  });

  it('are the same on each chosen day, in the order of the week', () => {
    const hours = hoursOf({ ...newHours('08:00', '17:00'), days: ['FRI', 'MON'] });
    expect(hours.days).toEqual([
      { day: 'MON', from: '08:00', to: '17:00' },
      { day: 'FRI', from: '08:00', to: '17:00' },
    ]);
    expect(hoursOf(newHours('00:00', '24:00')).days).toHaveLength(weekDays.length);
  });

  it('that are stored stay as they are until somebody changes them', () => {
    const stored = {
      timeZone: 'UTC',
      days: [
        { day: 'MON' as const, from: '08:00', to: '12:00' },
        { day: 'MON' as const, from: '13:00', to: '17:00' },
      ],
    };
    expect(hoursOf(hoursDraftOf(stored))).toBe(stored);
  });

  it('need a day, and an end that differs from the beginning', () => {
    expect(areHoursWrong(newHours('08:00', '17:00'))).toBe(false);
    expect(areHoursWrong(newHours('08:00', '08:00'))).toBe(true);
    expect(areHoursWrong({ ...newHours('08:00', '17:00'), days: [] })).toBe(true);
  });
});
