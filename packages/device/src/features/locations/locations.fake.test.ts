import { locations } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fake/random.ts';
import { cities, fakeLocations, fakeTimeZone } from './locations.fake.ts';
import { metresBetween } from './way.ts';

const seeds = Array.from({ length: 40 }, (_, seed) => String(seed));
const noon = Date.parse('2026-11-18T12:00:00Z');
const read = (seed: string, at = noon) => fakeLocations(seededRandom(seed), () => at)();

/** Where some people of a town are at a place that they call so, rounded to a kilometre. */
const cornersOf = (common: 'HOUSEHOLD' | 'CLASS', name: string) =>
  seeds.slice(0, 6).flatMap((seed) => {
    const town = { city: 'Utrecht', common, pupil: true } as const;
    const there = fakeLocations(seededRandom(seed), () => noon, town)().find(({ nickname }) => nickname === name);
    return there ? [`${there.latitude.toFixed(2)} ${there.longitude.toFixed(2)}`] : [];
  });

describe('the places a fake phone has been to', () => {
  it('fit the contract, in order, each with its own key, of the last seven days and none of the future', () => {
    for (const seed of seeds) {
      const rows = read(seed);
      expect(rows.length).toBeGreaterThan(350);
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
      const times = rows.map(({ localDateTime }) => Date.parse(localDateTime));
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      expect(times.at(-1)).toBeLessThanOrEqual(noon);
      expect(noon - (times.at(-1) ?? 0)).toBeLessThan(60 * 60_000);
      expect(times[0]).toBeGreaterThanOrEqual(noon - 7 * 24 * 3_600_000);
      for (const row of rows) expect(locations.record.safeParse(row).success).toBe(true);
    }
  });

  it('are the same for the same seed and date, and go on with time', () => {
    const before = read('a');
    const later = read('a', noon + 3 * 3_600_000);
    const added = later.filter(({ key }) => !before.some((row) => row.key === key));
    expect(read('a')).toEqual(before);
    expect(added.length).toBeGreaterThan(3);
    expect(added.every(({ localDateTime }) => Date.parse(localDateTime) > noon)).toBe(true);
    const known = new Map(before.map((row) => [row.key, row]));
    for (const row of later) expect(known.get(row.key) ?? row).toEqual(row);
  });

  it('are home at four in the morning, and somewhere else by day', () => {
    for (const seed of seeds) {
      const rows = read(seed);
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: rows[0]?.timezone ?? '', hour: '2-digit' });
      const hourOf = ({ localDateTime }: (typeof rows)[number]) => Number(clock.format(new Date(localDateTime)));
      expect(rows.filter((row) => hourOf(row) === 4).every(({ nickname }) => nickname === 'Home')).toBe(true);
      expect(rows.some(({ nickname }) => nickname !== 'Home' && nickname !== '')).toBe(true);
    }
  });

  it('never jump: nobody is faster than a train', () => {
    for (const seed of seeds) {
      const rows = read(seed);
      for (const [place, row] of rows.slice(1).entries()) {
        const from = rows[place] ?? row;
        const seconds = (Date.parse(row.localDateTime) - Date.parse(from.localDateTime)) / 1000;
        const metres = metresBetween([from.latitude, from.longitude, ''], [row.latitude, row.longitude, '']);
        // 60 metres more for the noise at both ends.
        expect(metres).toBeLessThan(seconds * 25 + 60);
      }
    }
  });

  it('are on the road all day for drivers, back at the depot at night, and never jump', () => {
    const town = { city: 'Berlin', common: 'DEPOT', pupil: false } as const;
    for (const seed of seeds.slice(0, 8)) {
      const rows = fakeLocations(seededRandom(seed), () => noon, town)();
      expect(rows.filter(({ nickname }) => nickname === '').length).toBeGreaterThan(rows.length / 2);
      const places = rows.map((row) => ({
        at: Date.parse(row.localDateTime),
        corner: [row.latitude, row.longitude, ''] as const,
      }));
      for (const [place, { at, corner }] of places.slice(1).entries()) {
        const from = places[place] ?? { at, corner };
        expect(metresBetween(from.corner, corner)).toBeLessThan(((at - from.at) / 1000) * 25 + 60);
      }
      expect(fakeTimeZone(seededRandom(seed), town)).toBe('Europe/Berlin');
    }
  });

  it('have the home in common in a family, and the school in a class', () => {
    expect(new Set(cornersOf('HOUSEHOLD', 'Home')).size).toBeLessThanOrEqual(2);
    expect(cornersOf('CLASS', 'School')).toHaveLength(6);
    expect(new Set(cornersOf('CLASS', 'School')).size).toBeLessThanOrEqual(2);
    expect(new Set(cornersOf('CLASS', 'Home')).size).toBeGreaterThan(1);
  });

  it('lie in the city whose time zone the phone says it has', () => {
    for (const seed of seeds) expect(fakeTimeZone(seededRandom(seed))).toBe(read(seed)[0]?.timezone);
  });

  it('lie in many cities, whose corners are close to one another', () => {
    expect(new Set(seeds.map((seed) => read(seed)[0]?.timezone)).size).toBeGreaterThan(8);
    for (const city of cities) {
      for (const corner of [city.work, city.lunch, city.shop, city.park, city.gym, ...city.commute]) {
        expect(metresBetween(city.home, corner)).toBeLessThan(15_000);
      }
      expect(() => new Intl.DateTimeFormat('en', { timeZone: city.timezone })).not.toThrow();
    }
  });
});
