import { describe, expect, it } from 'vitest';
import { sharingHours } from '../shared/times/sharing-hours.ts';
import { spanBeginnings, spanEndings, weekSpansOf } from './week-spans.ts';

describe('sharing hours as people edit them', () => {
  it('begin and end at quarters of an hour that the contract takes', () => {
    expect([spanBeginnings[0], spanBeginnings.at(-1), spanEndings[0], spanEndings.at(-1)]).toEqual([
      '00:00',
      '23:45',
      '00:15',
      '24:00',
    ]);
    for (const [place, from] of spanBeginnings.entries()) {
      const days = [{ day: 'MON', from, to: spanEndings[place] }];
      expect(sharingHours.safeParse({ timeZone: 'UTC', days }).success, from).toBe(true);
    }
  });

  it('are sorted by day and by time', () => {
    const late = { day: 'FRI', from: '18:00', to: '20:00' } as const;
    const early = { day: 'FRI', from: '08:00', to: '12:00' } as const;
    const { FRI, ...others } = weekSpansOf([late, early]);
    expect(FRI).toEqual([
      { from: '08:00', to: '12:00' },
      { from: '18:00', to: '20:00' },
    ]);
    expect(Object.values(others).flat()).toEqual([]);
  });
});
