import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalZone, dayIn, minuteOfWeek, momentOf, offsetAt } from './time-zone.ts';

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];
const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }),
  ]),
);
const berlin = (local: string, skipped?: 'FORWARD') =>
  new Date(momentOf('Europe/Berlin', Date.parse(`${local}Z`), skipped)).toISOString();

describe('a time zone', () => {
  it('knows the day and the minute of a moment, also around a change of the clocks', () => {
    expect(dayIn('Asia/Tokyo', Date.parse('2026-11-15T20:00:00Z'))).toBe('2026-11-16');
    expect(dayIn('America/Toronto', Date.parse('2026-11-15T03:00:00Z'))).toBe('2026-11-14');
    expect(berlin('2026-10-25T00:00')).toBe('2026-10-24T22:00:00.000Z');
    expect(berlin('2026-10-25T12:00')).toBe('2026-10-25T11:00:00.000Z');
    expect(berlin('2026-03-29T12:00')).toBe('2026-03-29T10:00:00.000Z');
    expect(minuteOfWeek('Europe/Berlin', Date.parse('2026-11-15T22:59:59Z'))).toBe(7 * 24 * 60 - 1);
    expect(minuteOfWeek('Europe/Berlin', Date.parse('1960-11-20T23:00:00Z'))).toBe(0);
  });

  it('moves a time that DST skips to the end of the gap, or forward by its length', () => {
    expect(berlin('2026-03-29T02:30')).toBe('2026-03-29T01:00:00.000Z');
    expect(berlin('2026-03-29T02:30', 'FORWARD')).toBe('2026-03-29T01:30:00.000Z');
  });

  it('has the offset that its clocks show, at any moment', () => {
    const from = Date.UTC(1950, 0, 1);
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 3_000_000_000 }), (zone, seconds) => {
        const at = from + seconds * 1000;
        const shown = new Date(at + offsetAt(zone, at)).toISOString();
        expect(shown.slice(0, 19).replace('T', ' ')).toBe(formats.get(zone)?.format(at));
      }),
      { numRuns: 1000 },
    );
  });

  it('is spelled as the database spells it, and null when nobody knows it', () => {
    expect(canonicalZone('europe/berlin')).toBe('Europe/Berlin');
    expect(['', 'Moon/Tranquility', '+02:00', 'x'.repeat(1000)].map(canonicalZone)).toEqual([null, null, null, null]);
    expect(() => offsetAt('Moon/Tranquility', 0)).toThrow(RangeError);
  });
});
