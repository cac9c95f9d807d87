import { sharingHours, type SharingHours } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { draftOf, hoursOf, presets, problemOf, type HoursDraft } from './hours-draft.ts';

const free: HoursDraft['days'] = { MON: [], TUE: [], WED: [], THU: [], FRI: [], SAT: [], SUN: [] };
const draft = (days: Partial<HoursDraft['days']>): HoursDraft => ({
  isLimited: true,
  timeZone: 'Europe/Berlin',
  days: { ...free, ...days },
});

describe('sharing hours that are edited', () => {
  it.each(presets)('begin with $label, which can be saved as it is', ({ days }) => {
    const begun = { isLimited: true, timeZone: 'Europe/Berlin', days };
    expect(problemOf(begun)).toBeNull();
    expect(sharingHours.safeParse(hoursOf(begun)).success).toBe(true);
  });

  it('are any hour while they are not limited, whatever the days say', () => {
    expect(hoursOf({ ...draft({}), isLimited: false })).toBeNull();
    expect(problemOf({ ...draft({}), isLimited: false })).toBeNull();
  });

  it('need at least one day', () => {
    expect(problemOf(draft({}))).toContain('at least one day');
  });

  it('past midnight are two times, the second on the next day', () => {
    const night = draft({ SUN: [{ from: '22:00', to: '06:00' }] });
    expect(problemOf(night)).toBeNull();
    expect(hoursOf(night)?.days).toEqual([
      { day: 'MON', from: '00:00', to: '06:00' },
      { day: 'SUN', from: '22:00', to: '24:00' },
    ]);
    expect(sharingHours.safeParse(hoursOf(night)).success).toBe(true);
  });

  it('past midnight are one time again when they are opened', () => {
    const night = draft({ FRI: [{ from: '22:00', to: '06:00' }], SUN: [{ from: '20:00', to: '02:00' }] });
    expect(draftOf(hoursOf(night)).days).toEqual(night.days);
  });

  it('of whole days stay whole days', () => {
    const hours: SharingHours = {
      timeZone: 'Europe/Berlin',
      days: [
        { day: 'MON', from: '00:00', to: '24:00' },
        { day: 'TUE', from: '00:00', to: '24:00' },
      ],
    };
    expect(hoursOf(draftOf(hours))).toEqual(hours);
  });

  it('may touch but not overlap, also across midnight', () => {
    expect(
      problemOf(
        draft({
          MON: [
            { from: '08:00', to: '12:00' },
            { from: '12:00', to: '14:00' },
          ],
        }),
      ),
    ).toBeNull();
    expect(
      problemOf(
        draft({
          MON: [
            { from: '08:00', to: '12:00' },
            { from: '11:45', to: '14:00' },
          ],
        }),
      ),
    ).toBe('On Monday two times overlap.');
    const night = draft({ MON: [{ from: '22:00', to: '09:00' }], TUE: [{ from: '08:00', to: '10:00' }] });
    expect(problemOf(night)).toBe('On Tuesday two times overlap.');
  });

  it('do not begin when they end', () => {
    expect(problemOf(draft({ WED: [{ from: '08:00', to: '08:00' }] }))).toBe(
      'On Wednesday a time begins when it ends.',
    );
  });

  it('are at most as many as the contract takes', () => {
    const two = [
      { from: '08:00', to: '10:00' },
      { from: '22:00', to: '06:00' },
    ];
    const full = draft({ MON: two, TUE: two, WED: two, THU: two, FRI: two, SAT: two, SUN: two });
    expect(problemOf(full)).toContain('at most 14');
  });

  it('are all kept when they are opened and saved again', () => {
    const hours: SharingHours = {
      timeZone: 'America/New_York',
      days: [
        { day: 'MON', from: '08:00', to: '12:00' },
        { day: 'MON', from: '13:00', to: '17:00' },
        { day: 'SAT', from: '10:00', to: '24:00' },
      ],
    };
    expect(hoursOf(draftOf(hours))).toEqual(hours);
  });
});
