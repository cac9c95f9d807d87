import { locations } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fake/random.ts';
import { metresBetween, type Point } from '../../fake/roads/geometry.ts';
import { nearestRoad } from '../../fake/roads/road-network.ts';
import { fakeLocations } from './locations.fake.ts';
import { towns } from './towns.ts';

const seeds = Array.from({ length: 40 }, (_, seed) => String(seed));
const noon = Date.parse('2026-11-18T12:00:00Z');
const read = (seed: string, at = noon) => fakeLocations(seededRandom(seed), () => at)();

type Row = ReturnType<typeof read>[number];

/** Where some people of a town are at a place that they call so, rounded to a kilometre. */
const cornersOf = (common: 'HOUSEHOLD' | 'CLASS', name: string) =>
  seeds.slice(0, 6).flatMap((seed) => {
    const town = { city: 'Vaduz', common, pupil: true } as const;
    const there = fakeLocations(seededRandom(seed), () => noon, town)().find(({ nickname }) => nickname === name);
    return there ? [`${there.latitude.toFixed(2)} ${there.longitude.toFixed(2)}`] : [];
  });

const pointOf = ({ latitude, longitude }: Row): Point => [latitude, longitude];

/** The most metres by which somebody is farther than a car takes them in the time between two points. Noise makes some of them. */
function greatestJump(rows: readonly Row[]): number {
  const jumps = rows.slice(1).map((row, place) => {
    const from = rows[place] ?? row;
    const seconds = (Date.parse(row.localDateTime) - Date.parse(from.localDateTime)) / 1000;
    return metresBetween(pointOf(from), pointOf(row)) - seconds * 15;
  });
  return Math.max(...jumps);
}

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

  it('never jump: nobody is faster than a car', () => {
    for (const seed of seeds) expect(greatestJump(read(seed))).toBeLessThan(60);
  });

  it('lie on roads while somebody is on the way', () => {
    for (const seed of seeds.slice(0, 8)) {
      const rows = read(seed);
      const stays = rows.filter(({ accuracy }) => accuracy > 9).map(pointOf);
      const isNearStay = (row: Row) => stays.some((stay) => metresBetween(stay, pointOf(row)) < 80);
      const onTheWay = rows.filter((row) => row.nickname === '' && !isNearStay(row));
      expect(onTheWay.length).toBeGreaterThan(20);
      for (const row of onTheWay) {
        const point = pointOf(row);
        expect(metresBetween(point, nearestRoad(point, () => true).point)).toBeLessThan(12);
      }
    }
  });

  it('are on the road all day for drivers, back at the depot at night, and never jump', () => {
    const town = { city: 'Schaan', common: 'DEPOT', pupil: false } as const;
    for (const seed of seeds.slice(0, 8)) {
      const rows = fakeLocations(seededRandom(seed), () => noon, town)();
      expect(rows.filter(({ nickname }) => nickname === '').length).toBeGreaterThan(rows.length / 2);
      expect(greatestJump(rows)).toBeLessThan(60);
    }
  });

  it('have the home in common in a family, and the school in a class', () => {
    expect(new Set(cornersOf('HOUSEHOLD', 'Home')).size).toBeLessThanOrEqual(2);
    expect(cornersOf('CLASS', 'School')).toHaveLength(6);
    expect(new Set(cornersOf('CLASS', 'School')).size).toBeLessThanOrEqual(2);
    expect(new Set(cornersOf('CLASS', 'Home')).size).toBeGreaterThan(1);
  });

  it('lie in Liechtenstein, in several towns', () => {
    const rows = seeds.flatMap((seed) => read(seed));
    expect(new Set(rows.map(({ timezone }) => timezone))).toEqual(new Set(['Europe/Vaduz']));
    for (const { latitude, longitude, address } of rows) {
      expect([latitude > 47.04 && latitude < 47.28, longitude > 9.47 && longitude < 9.64]).toEqual([true, true]);
      expect(address).toMatch(/, 94\d\d [A-Z][a-z]+$/);
    }
    const homes = rows.filter(({ nickname }) => nickname === 'Home').map(({ address }) => address.split(' ').at(-1));
    expect(new Set(homes)).toEqual(new Set(towns.map(({ name }) => name)));
  });
});
