import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localTimeReader } from './local-time.ts';

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];

const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }),
  ]),
);

/** Formats as Termux:API does. */
function printed(moment: Date, timeZone: string): string {
  return formats.get(timeZone)?.format(moment) ?? '';
}

describe('a local time', () => {
  it('is the moment that the phone printed', () => {
    const berlin = localTimeReader('Europe/Berlin');
    expect(berlin('2026-01-15 12:00:00')).toBe('2026-01-15T11:00:00.000Z');
    expect(berlin('2026-07-15 12:00')).toBe('2026-07-15T10:00:00.000Z');
    expect(berlin('٢٠٢٦-٠٧-١٥ ١٢:٠٠:٣٠')).toBe('2026-07-15T10:00:30.000Z');
  });

  it('in the hour that occurs twice is the first one, east and west', () => {
    expect(localTimeReader('Europe/Berlin')('2026-10-25 02:30:00')).toBe('2026-10-25T00:30:00.000Z');
    expect(localTimeReader('America/New_York')('2026-11-01 01:30:00')).toBe('2026-11-01T05:30:00.000Z');
  });

  it('in the hour that does not exist is moved forward', () => {
    expect(localTimeReader('Europe/Berlin')('2026-03-29 02:30:00')).toBe('2026-03-29T01:30:00.000Z');
    expect(localTimeReader('America/New_York')('2026-03-08 02:30:00')).toBe('2026-03-08T07:30:00.000Z');
  });

  it('prints the same again in its zone, around every change of the clock', () => {
    const from = Date.UTC(2005, 0, 1);
    const readers = new Map(zones.map((zone) => [zone, localTimeReader(zone)]));
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 800_000_000 }), (zone, seconds) => {
        const text = printed(new Date(from + seconds * 1000), zone);
        expect(printed(new Date(readers.get(zone)?.(text) ?? ''), zone)).toBe(text);
      }),
      { numRuns: 300 },
    );
    for (const [zone, read] of readers) {
      const texts = [2, 3, 8, 9, 10].flatMap((month) =>
        Array.from({ length: 24 * 31 }, (_, hour) => printed(new Date(Date.UTC(2026, month, 1, hour, 20)), zone)),
      );
      expect(texts.filter((text) => printed(new Date(read(text) ?? ''), zone) !== text)).toEqual([]);
    }
  });

  it('is null for what is none', () => {
    const read = localTimeReader('UTC');
    const broken = [
      '',
      'soon',
      '2026-13-01 00:00',
      '2026-04-31 10:00',
      '2026-01-01',
      '2026-01-01 24:00',
      '0000-01-01 00:00',
    ];
    expect([...broken, null, 5, {}, '2'.repeat(1_000_000)].map(read)).toEqual(Array.from({ length: 11 }, () => null));
    fc.assert(fc.property(fc.anything(), (value) => read(value) === null));
  });

  it('is read in the zone of the process where its own is unknown', () => {
    expect(localTimeReader('Mars/Olympus')('2026-01-15 12:00:00')).toBe(new Date(2026, 0, 15, 12).toISOString());
  });
});
