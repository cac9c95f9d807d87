import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../../core/limits.ts';
import { weekDays } from '../../core/fields/time-zone.ts';
import { scheduleTiming, type ScheduleTiming } from './schedule.ts';
import { nextTime, nextTimes, timingWords, zoneFor } from './schedule-times.ts';

const unbounded = { from: null, until: null };
const daily = (time: string, zone = 'Europe/Berlin') =>
  ({ every: 'DAY', time, zone, fallbackZone: 'UTC', ...unbounded }) as const;
const timesOf = (timing: ScheduleTiming, after: string, zone: string, count = 3) =>
  nextTimes(timing, new Date(after), zone, count).map((at) => at.toISOString().replace(':00.000Z', 'Z'));

describe('the times of a schedule', () => {
  it('stay at the same time of day when DST begins and ends', () => {
    expect(timesOf(daily('08:00'), '2026-03-28T06:00:00Z', 'Europe/Berlin')).toEqual([
      '2026-03-28T07:00Z',
      '2026-03-29T06:00Z',
      '2026-03-30T06:00Z',
    ]);
    expect(timesOf(daily('08:00'), '2026-10-24T07:00:00Z', 'Europe/Berlin', 2)).toEqual([
      '2026-10-25T07:00Z',
      '2026-10-26T07:00Z',
    ]);
  });

  it('that DST skips come at the first moment after the gap', () => {
    expect(timesOf(daily('02:30'), '2026-03-28T12:00:00Z', 'Europe/Berlin', 2)).toEqual([
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ]);
    // In Beirut clocks skip midnight, on Lord Howe Island half an hour.
    expect(timesOf(daily('00:15'), '2024-03-30T12:00:00Z', 'Asia/Beirut', 1)).toEqual(['2024-03-30T22:00Z']);
    expect(timesOf(daily('02:10'), '2026-10-03T12:00:00Z', 'Australia/Lord_Howe', 1)).toEqual(['2026-10-03T15:30Z']);
  });

  it('that DST repeats come once, at the first of the two', () => {
    expect(timesOf(daily('02:30'), '2026-10-24T12:00:00Z', 'Europe/Berlin', 2)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ]);
    expect(timesOf(daily('02:30'), '2026-10-25T00:30:00Z', 'Europe/Berlin', 1)).toEqual(['2026-10-26T01:30Z']);
  });

  it('are on the chosen days of the zone, not of UTC', () => {
    const timing = { ...daily('01:00'), every: 'WEEK', days: ['MON', 'THU'] } as const;
    const tokyo = timesOf({ ...timing, days: [...timing.days] }, '2026-11-16T00:00:00Z', 'Asia/Tokyo');
    expect(tokyo).toEqual(['2026-11-18T16:00Z', '2026-11-22T16:00Z', '2026-11-25T16:00Z']);
  });

  it('of an interval count from its beginning, or are on the hour', () => {
    const hourly = { every: 'INTERVAL', minutes: 60, ...unbounded } as const;
    expect(timesOf(hourly, '2026-11-16T10:20:00Z', 'UTC', 2)).toEqual(['2026-11-16T11:00Z', '2026-11-16T12:00Z']);
    const counted = { ...hourly, from: '2026-11-16T12:20:00Z', until: '2026-11-16T14:20:00Z' };
    expect(timesOf(counted, '2026-11-16T10:20:00Z', 'UTC')).toEqual(['2026-11-16T12:20Z', '2026-11-16T13:20Z']);
  });

  it('end with the schedule, and before the year 10000', () => {
    expect(nextTime({ ...daily('08:00'), until: '2026-01-01T07:00:00Z' }, new Date('2025-12-31T08:00Z'), 'UTC')).toBe(
      null,
    );
    expect(nextTime(daily('08:00'), new Date('9999-12-31T08:00Z'), 'Pacific/Kiritimati')).toBe(null);
    expect(nextTime(daily('08:00'), new Date('0001-01-01T00:00Z'), 'Europe/Berlin')).not.toBe(null);
  });
});

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/Santiago',
];
const zone = fc.constantFrom(...zones);
const hour = 3_600_000;
/** Moments over thirty years, half of them within two days of a change of the clocks in one of the zones. */
const anyMinute = fc.integer({ min: Date.parse('2005-01-01') / 60_000, max: Date.parse('2035-01-01') / 60_000 });
const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2024-03-31', '2026-10-04', '2026-10-25', '2026-11-01'];
const nearChange = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: -2 * 24 * 60, max: 2 * 24 * 60 }))
  .map(([day, minutes]) => Date.parse(day) / 60_000 + minutes);
const moment = fc.oneof(anyMinute, nearChange).map((minute) => new Date(minute * 60_000));
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const days = fc.subarray([...weekDays], { minLength: 1 });
const noBounds = { from: fc.constant(null), until: fc.constant(null) };
const bounds = {
  from: fc.option(moment.map((at) => at.toISOString())),
  until: fc.option(moment.map((at) => at.toISOString())),
};
const localFields = { every: fc.constant('WEEK' as const), time, days, zone, fallbackZone: fc.constant('UTC') };
const localTiming = fc.record({ ...localFields, ...noBounds });
const minutes = fc.integer({ min: limits.schedule.minMinutes, max: limits.schedule.maxMinutes });
const interval = fc.record({ every: fc.constant('INTERVAL' as const), minutes, ...bounds });
const anyTiming: fc.Arbitrary<ScheduleTiming> = fc.oneof(fc.record({ ...localFields, ...bounds }), interval);
const zoneOf = (timing: ScheduleTiming) => zoneFor(timing, null);

describe('the times of any schedule', () => {
  it('come after the moment and one after the other, within its bounds', () => {
    fc.assert(
      fc.property(anyTiming, moment, (timing, after) => {
        expect(scheduleTiming.safeParse(timing).success).toBe(true);
        const times = nextTimes(timing, after, zoneOf(timing), 4).map((at) => at.getTime());
        const from = timing.from === null ? -Infinity : Date.parse(timing.from);
        const until = timing.until === null ? Infinity : Date.parse(timing.until);
        const before = [after.getTime(), ...times];
        const wrong = times.filter((at, place) => at <= (before[place] ?? Infinity) || at < from || at >= until);
        expect(wrong).toEqual([]);
      }),
    );
  });

  it('do not depend on the moment from which one looks', () => {
    fc.assert(
      fc.property(anyTiming, moment, fc.double({ min: 0, max: 1, noNaN: true }), (timing, after, part) => {
        const next = nextTime(timing, after, zoneOf(timing));
        const waitMs = next === null ? hour : next.getTime() - 1 - after.getTime();
        const between = new Date(after.getTime() + Math.floor(waitMs * part));
        expect(nextTime(timing, between, zoneOf(timing))).toEqual(next);
      }),
    );
  });

  it('of a time of day show this time on the clock of the zone, unless DST skipped it', () => {
    fc.assert(
      fc.property(localTiming, moment, (timing, after) => {
        const at = nextTime(timing, after, timing.zone) as Date;
        const shown = shownAt(timing.zone, at);
        const isShown = shown.time === timing.time && timing.days.some((day) => day === shown.day);
        // The clocks were put forward just then, over the time that was asked for.
        const minuteBefore = minutesOf(shownAt(timing.zone, new Date(at.getTime() - 60_000)).time);
        const isSkipped = (minuteBefore + 1) % (24 * 60) !== minutesOf(shown.time);
        expect(isShown || isSkipped).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('of every day come about a day after each other', () => {
    // Samoa skipped a whole day once.
    const steady = localTiming.filter(({ zone: name }) => name !== 'Pacific/Apia');
    fc.assert(
      fc.property(steady, moment, (timing, after) => {
        const every = { ...timing, days: [...weekDays] };
        const [first, second] = nextTimes(every, after, timing.zone, 2) as [Date, Date];
        expect(Math.abs((second.getTime() - first.getTime()) / hour - 24)).toBeLessThanOrEqual(3);
      }),
    );
  });
});

function shownAt(name: string, at: Date) {
  const style = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const parts = new Intl.DateTimeFormat('en-US', { ...style, timeZone: name }).formatToParts(at);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return { day: part('weekday').toUpperCase(), time: `${part('hour')}:${part('minute')}` };
}

function minutesOf(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
}

describe('the words of a timing', () => {
  const week = { ...daily('07:30'), every: 'WEEK' } as const;
  it.each<[ScheduleTiming, string]>([
    [{ every: 'INTERVAL', minutes: 15, ...unbounded }, 'Every 15 minutes'],
    [{ every: 'INTERVAL', minutes: 60, ...unbounded }, 'Every hour'],
    [{ every: 'INTERVAL', minutes: 90, ...unbounded }, 'Every 90 minutes'],
    [{ every: 'INTERVAL', minutes: 24 * 60, ...unbounded }, 'Every 24 hours'],
    [{ every: 'INTERVAL', minutes: 7 * 24 * 60, ...unbounded }, 'Every 7 days'],
    [daily('08:00'), 'Every day at 08:00 (Europe/Berlin)'],
    [daily('08:00', 'DEVICE'), "Every day at 08:00 on the phone's clock"],
    [
      { ...week, days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], until: '2026-12-31T17:00:00Z' },
      'Monday to Friday at 07:30 (Europe/Berlin), until 31 December 2026 at 18:00',
    ],
    [{ ...week, days: ['SUN', 'MON', 'TUE'] }, 'Monday, Tuesday and Sunday at 07:30 (Europe/Berlin)'],
    [{ ...week, days: [...weekDays] }, 'Every day at 07:30 (Europe/Berlin)'],
    [
      { every: 'INTERVAL', minutes: 120, from: '2026-12-01T08:00:00Z', until: null },
      'Every 2 hours, from 1 December 2026 at 08:00 UTC',
    ],
  ])('%o: %s', (timing, words) => {
    expect(timingWords(timing)).toBe(words);
  });
});
