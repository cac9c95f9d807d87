import { sharingHours, type SharingHours } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { hoursDraftOf, hoursOfDraft, hoursPresets, hoursProblem, type HoursDraft } from './hours-draft.ts';

const free: HoursDraft['days'] = { MON: [], TUE: [], WED: [], THU: [], FRI: [], SAT: [], SUN: [] };
const draft = (days: Partial<HoursDraft['days']>): HoursDraft => ({
  isLimited: true,
  timeZone: 'Europe/Berlin',
  days: { ...free, ...days },
});

describe('sharing hours that are edited', () => {
  it.each(hoursPresets)('begin with $label, which can be saved as it is', ({ days }) => {
    const begun = { isLimited: true, timeZone: 'Europe/Berlin', days };
    expect(hoursProblem(begun)).toBeNull();
    expect(sharingHours.safeParse(hoursOfDraft(begun)).success).toBe(true);
  });

  it('are any hour while they are not limited, whatever the days say', () => {
    expect(hoursOfDraft({ ...draft({}), isLimited: false })).toBeNull();
    expect(hoursProblem({ ...draft({}), isLimited: false })).toBeNull();
  });

  it('need at least one day', () => {
    expect(hoursProblem(draft({}))).toContain('at least one day');
  });

  it('past midnight are two times, the second on the next day', () => {
    const night = draft({ SUN: [{ from: '22:00', to: '06:00' }] });
    expect(hoursProblem(night)).toBeNull();
    expect(hoursOfDraft(night)?.days).toEqual([
      { day: 'MON', from: '00:00', to: '06:00' },
      { day: 'SUN', from: '22:00', to: '24:00' },
    ]);
    expect(sharingHours.safeParse(hoursOfDraft(night)).success).toBe(true);
  });

  it('past midnight are one time again when they are opened', () => {
    const night = draft({ FRI: [{ from: '22:00', to: '06:00' }], SUN: [{ from: '20:00', to: '02:00' }] });
    expect(hoursDraftOf(hoursOfDraft(night)).days).toEqual(night.days);
  });

  it('of whole days stay whole days', () => {
    const hours: SharingHours = {
      timeZone: 'Europe/Berlin',
      days: [
        { day: 'MON', from: '00:00', to: '24:00' },
        { day: 'TUE', from: '00:00', to: '24:00' },
      ],
    };
    expect(hoursOfDraft(hoursDraftOf(hours))).toEqual(hours);
  });

  it('may touch but not overlap, also across midnight', () => {
    expect(
      hoursProblem(
        draft({
          MON: [
            { from: '08:00', to: '12:00' },
            { from: '12:00', to: '14:00' },
          ],
        }),
      ),
    ).toBeNull();
    expect(
      hoursProblem(
        draft({
          MON: [
            { from: '08:00', to: '12:00' },
            { from: '11:45', to: '14:00' },
          ],
        }),
      ),
    ).toBe('On Monday two times overlap.');
    const night = draft({ MON: [{ from: '22:00', to: '09:00' }], TUE: [{ from: '08:00', to: '10:00' }] });
    expect(hoursProblem(night)).toBe('On Tuesday two times overlap.');
  });

  it('do not begin when they end', () => {
    expect(hoursProblem(draft({ WED: [{ from: '08:00', to: '08:00' }] }))).toBe(
      'On Wednesday a time begins when it ends.',
    );
  });

  it('are at most as many as the contract takes', () => {
    const two = [
      { from: '08:00', to: '10:00' },
      { from: '22:00', to: '06:00' },
    ];
    const full = draft({ MON: two, TUE: two, WED: two, THU: two, FRI: two, SAT: two, SUN: two });
    expect(hoursProblem(full)).toContain('at most 14');
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
    expect(hoursOfDraft(hoursDraftOf(hours))).toEqual(hours);
  });
});
