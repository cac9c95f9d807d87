import { describe, expect, it } from 'vitest';
import { addressAt, fakeAddress, homesIn } from './addresses.ts';
import { metresBetween, type Point } from './geometry.ts';
import { nearestRoad, roadNetwork, type Road } from './road-network.ts';
import { findRoute, type Travel } from './route.ts';
import { seededRandom } from '../random.ts';

const towns = ['Vaduz', 'Schaan', 'Balzers', 'Triesen', 'Nendeln'] as const;
const anyRoad = () => true;
const isForCars = ({ class: kind }: Road) => kind !== 'CYCLEWAY' && kind !== 'FOOTWAY';
const isToCycle = ({ class: kind }: Road) => kind !== 'FOOTWAY';

function homeIn(town: string): Point {
  const [home] = homesIn(town);
  if (!home) throw new Error(`Nobody lives in ${town}.`);
  return home;
}

/** From each town to the next one. */
const ways = towns.map((town, place) => [homeIn(town), homeIn(towns[(place + 1) % towns.length] ?? town)] as const);

describe.each([
  ['WALK', 1.4, anyRoad],
  ['BIKE', 5, isToCycle],
  ['DRIVE', 14.1, isForCars],
] as const)('a way to %s', (by: Travel, fastest, fits) => {
  it('lies on roads that are open for it, from door to door', () => {
    for (const [from, to] of ways) {
      const { at, seconds } = findRoute(from, to, by);
      expect(metresBetween(at(0).point, from)).toBeLessThan(1);
      expect(metresBetween(at(seconds).point, to)).toBeLessThan(1);
      // Both ends are off the road, in front of a house.
      for (let second = 60; second < seconds - 60; second += seconds / 25) {
        const { point } = at(second);
        expect(metresBetween(point, nearestRoad(point, fits).point)).toBeLessThan(2);
      }
    }
  });

  it('is followed at a plausible speed, without a jump, and is not much longer than it must be', () => {
    for (const [from, to] of ways) {
      const { at, seconds, metres } = findRoute(from, to, by);
      for (let second = 1; second <= seconds; second += 1) {
        expect(metresBetween(at(second - 1).point, at(second).point)).toBeLessThan(fastest);
      }
      expect(metres / seconds).toBeGreaterThan(fastest / 3);
      expect(metres).toBeLessThan(metresBetween(from, to) * 2.5);
    }
  });

  it('is given with its bends: a line through them stays near the road', () => {
    for (const [from, to] of ways) {
      const { at, bends, seconds } = findRoute(from, to, by);
      expect(bends[0]).toBe(0);
      expect(bends.at(-1)).toBe(seconds);
      expect(bends).toEqual(bends.toSorted((one, other) => one - other));
      const points = bends.map((second) => at(second).point);
      for (const [place, end] of points.slice(2, -1).entries()) {
        const begin = points[place + 1] ?? end;
        const middle: Point = [(begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2];
        expect(metresBetween(middle, nearestRoad(middle, anyRoad).point)).toBeLessThan(15);
      }
    }
  });
});

it('drivers take a one-way street the wrong way only where there is no other way', () => {
  const { roads } = roadNetwork();
  const oneway = roads.filter((road) => road.oneway && road.length > 60 && isForCars(road));
  const wrong = oneway.filter(({ line, length }) => {
    const [first, last] = [line[0], line.at(-1)];
    if (!first || !last) throw new Error('A road has two ends.');
    const back = findRoute(last, first, 'DRIVE');
    return Math.abs(back.metres - length) < 0.1;
  });
  expect(oneway.length).toBeGreaterThan(20);
  expect(wrong.length).toBeLessThan(oneway.length / 5);
});

it('every house has a street in its own or the next town, and everybody can drive to everybody', () => {
  for (const town of towns) {
    for (const home of homesIn(town)) {
      expect(addressAt(home)).toMatch(/^\S.* \d+, 94\d\d [A-Z][a-z]+$/);
      expect(metresBetween(home, nearestRoad(home, anyRoad).point)).toBeLessThan(50);
      expect(findRoute(home, homeIn('Vaduz'), 'DRIVE').seconds).toBeLessThan(30 * 60);
    }
  }
});

it('the same seed gives the same address, in a street of the town', () => {
  const addresses = Array.from({ length: 50 }, (_, seed) => fakeAddress(seededRandom(String(seed))));
  expect(Array.from({ length: 50 }, (_, seed) => fakeAddress(seededRandom(String(seed))))).toEqual(addresses);
  const { streets } = roadNetwork();
  for (const address of addresses) {
    const [, street = '', town = ''] = /^(.*) \d+, (.*)$/.exec(address) ?? [];
    expect(streets.get(town)).toContain(street);
  }
});
