import { describe, expect, it } from 'vitest';
import {
  beginningText,
  hoursBeginAt,
  hoursEndAt,
  hoursText,
  isWithinHours,
  sharingHours,
  type SharingHours,
} from './sharing-hours.ts';

const daily = (from: string, to: string, timeZone = 'Europe/Berlin'): SharingHours => ({
  timeZone,
  days: (['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const).map((day) => ({ day, from, to })),
});
const office: SharingHours = {
  timeZone: 'Europe/Berlin',
  days: (['MON', 'TUE', 'WED', 'THU', 'FRI'] as const).map((day) => ({ day, from: '08:00', to: '17:00' })),
};
const at = (text: string) => new Date(text);

describe('sharing hours', () => {
  it('follow the clock of their time zone, in winter and in summer', () => {
    // 07:30 UTC is 08:30 in Berlin in winter; 06:30 UTC is 08:30 in summer.
    expect(isWithinHours(office, at('2026-01-14T07:30:00Z'))).toBe(true);
    expect(isWithinHours(office, at('2026-01-14T06:30:00Z'))).toBe(false);
    expect(isWithinHours(office, at('2026-07-15T06:30:00Z'))).toBe(true);
    expect(isWithinHours(office, at('2026-07-15T05:59:59Z'))).toBe(false);
    expect(isWithinHours(office, at('2026-01-17T10:00:00Z'))).toBe(false);
    expect(isWithinHours(null, at('2026-01-17T10:00:00Z'))).toBe(true);
  });

  it('begin with their first minute and end before their last', () => {
    expect(isWithinHours(office, at('2026-01-14T07:00:00Z'))).toBe(true);
    expect(isWithinHours(office, at('2026-01-14T15:59:59Z'))).toBe(true);
    expect(isWithinHours(office, at('2026-01-14T16:00:00Z'))).toBe(false);
    const night = daily('22:00', '24:00', 'UTC');
    expect(isWithinHours(night, at('2026-01-14T23:59:59Z'))).toBe(true);
    expect(isWithinHours(night, at('2026-01-15T00:00:00Z'))).toBe(false);
  });

  it('say when they begin again and when they end', () => {
    const friday = at('2026-01-16T18:00:00Z');
    expect(hoursBeginAt(office, friday)).toEqual(at('2026-01-19T07:00:00Z'));
    expect(beginningText(office, friday)).toBe('Monday 08:00 (Europe/Berlin)');
    expect(hoursEndAt(office, friday)).toBeNull();
    const noon = at('2026-01-14T11:07:00Z');
    expect(hoursBeginAt(office, noon)).toBeNull();
    expect(hoursEndAt(office, noon)).toEqual(at('2026-01-14T16:00:00Z'));
    expect([hoursBeginAt(null, noon), hoursEndAt(null, noon), beginningText(null, noon)]).toEqual([null, null, '']);
    expect(hoursEndAt(daily('00:00', '24:00'), noon)).toBeNull();
  });

  it('that lie in the hour which summer time leaves out begin when the clocks have gone forward', () => {
    // In Berlin 02:00 becomes 03:00 on 29 March 2026.
    const early = daily('02:30', '04:00');
    expect(hoursBeginAt(early, at('2026-03-29T00:50:00Z'))).toEqual(at('2026-03-29T01:00:00Z'));
    const gone = daily('02:00', '03:00');
    expect(hoursBeginAt(gone, at('2026-03-29T00:50:00Z'))).toEqual(at('2026-03-30T00:00:00Z'));
    const sunday = { ...gone, days: gone.days.filter(({ day }) => day === 'SUN') };
    expect(hoursBeginAt(sunday, at('2026-03-29T00:50:00Z'))).toEqual(at('2026-04-05T00:00:00Z'));
  });

  it('that lie in the hour which comes twice in autumn last for both', () => {
    // In Berlin 03:00 becomes 02:00 on 25 October 2026.
    const twice = daily('02:00', '03:00');
    expect(isWithinHours(twice, at('2026-10-25T00:30:00Z'))).toBe(true);
    expect(isWithinHours(twice, at('2026-10-25T01:30:00Z'))).toBe(true);
    expect(hoursEndAt(twice, at('2026-10-25T00:30:00Z'))).toEqual(at('2026-10-25T02:00:00Z'));
  });

  it('hold in time zones whose offset is no whole hour', () => {
    expect(hoursBeginAt(daily('08:00', '17:00', 'Asia/Kathmandu'), at('2026-01-14T01:00:00Z'))).toEqual(
      at('2026-01-14T02:15:00Z'),
    );
  });

  it('read in words', () => {
    expect(hoursText(null)).toBe('at any hour');
    expect(hoursText(office)).toBe('Monday to Friday 08:00-17:00 (Europe/Berlin)');
    const days = [
      { day: 'SUN', from: '20:00', to: '24:00' },
      { day: 'MON', from: '14:00', to: '18:00' },
      { day: 'MON', from: '08:00', to: '12:00' },
      { day: 'SAT', from: '20:00', to: '24:00' },
    ] as const;
    expect(hoursText({ timeZone: 'UTC', days: [...days] })).toBe(
      'Monday 08:00-12:00 and 14:00-18:00, Saturday and Sunday 20:00-24:00 (UTC)',
    );
  });

  it.each<[string, unknown]>([
    ['without a time', { timeZone: 'UTC', days: [] }],
    ['that end before they begin', { timeZone: 'UTC', days: [{ day: 'MON', from: '17:00', to: '08:00' }] }],
    ['that are no quarters', { timeZone: 'UTC', days: [{ day: 'MON', from: '08:10', to: '17:00' }] }],
    ['of a day that does not exist', { timeZone: 'UTC', days: [{ day: 'ANY', from: '08:00', to: '17:00' }] }],
    ['on the moon', { timeZone: 'Moon/Tranquility', days: [{ day: 'MON', from: '08:00', to: '17:00' }] }],
    ['by an offset', { timeZone: '+02:07', days: [{ day: 'MON', from: '08:00', to: '17:00' }] }],
    [
      'too many',
      { timeZone: 'UTC', days: Array.from({ length: 15 }, () => ({ day: 'MON', from: '08:00', to: '17:00' })) },
    ],
  ])('are refused %s', (_, hours) => {
    expect(sharingHours.safeParse(hours).success).toBe(false);
  });
});
