import { boxOf } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { placeAt } from '../../../testing/samples/test-places.ts';
import { createMovementMeter, zoneAt, type AppliedZone } from './movement.ts';
import { createStayFinder, findStays } from './stays.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A point this many metres east of a square, at this minute. */
const point = (atMinute: number, east: number, accuracy = 10) => ({
  at: atMinute * minute,
  accuracy,
  ...placeAt(east),
});

function circle(id: number, name: string, radius: number): AppliedZone {
  const area = { shape: 'CIRCLE', ...placeAt(0), radius } as const;
  return { id, name, area, ...boxOf(area) };
}

const home = circle(1, 'Home', 100);
const town = circle(2, 'Town', 5000);

function measure(
  points: readonly ReturnType<typeof point>[],
  zones: readonly AppliedZone[] = [],
  boundaries = [0, 1e15],
) {
  const meter = createMovementMeter(zones, boundaries);
  for (const each of points) meter.add(each);
  return meter.results();
}

describe('the distance', () => {
  it('is the sum of the steps', () => {
    const [day] = measure([point(0, 0), point(10, 1000), point(20, 0)]);
    expect(day?.metres).toBeGreaterThan(1990);
    expect(day?.metres).toBeLessThan(2010);
    expect(day?.points).toBe(3);
  });

  it('does not grow by noise: steps within the accuracy of either end do not count', () => {
    const noise = Array.from({ length: 500 }, (_, n) => point(n, n % 2 === 0 ? 0 : 9));
    expect(measure(noise)[0]?.metres).toBe(0);
    // A point from a mobile cell, a kilometre off, is as good as no point.
    expect(measure([point(0, 0), point(1, 1000, 2000), point(2, 3)])[0]?.metres).toBe(0);
  });

  it('counts a slow walk, whose single steps are within the noise', () => {
    const walk = Array.from({ length: 201 }, (_, n) => point(n, n * 5));
    const metres = measure(walk)[0]?.metres ?? 0;
    expect(metres).toBeGreaterThan(980);
    expect(metres).toBeLessThan(1005);
  });

  it('is measured from the better of two points at the same place', () => {
    // From the rough one, three kilometres are less than its accuracy.
    const metres = measure([point(0, 0, 5000), point(1, 20, 10), point(2, 3020, 10)])[0]?.metres ?? 0;
    expect(metres).toBeGreaterThan(2980);
    expect(metres).toBeLessThan(3020);
  });
});

describe('the time in a zone', () => {
  it('is that between points in a row which are both inside, the longest zone first', () => {
    const [day] = measure([point(0, 0), point(20, 20), point(40, 500), point(60, 600)], [home, town]);
    expect(day?.zones).toEqual([
      { zoneId: 2, name: 'Town', seconds: 3600 },
      { zoneId: 1, name: 'Home', seconds: 1200 },
    ]);
  });

  it('does not count over more than twelve hours without a point', () => {
    expect(measure([point(0, 0), point(30, 0), point(30 + 12 * 60 + 1, 0)], [home])[0]?.zones).toEqual([
      { zoneId: 1, name: 'Home', seconds: 1800 },
    ]);
  });

  it('is divided at midnight, and so are points', () => {
    const night = [point(23 * 60 + 50, 0), point(24 * 60 + 15, 0), point(24 * 60 + 20, 4000)];
    const days = measure(night, [home], [0, 24 * hour, 48 * hour]);
    expect(days.map(({ points, zones }) => [points, zones[0]?.seconds])).toEqual([
      [1, 600],
      [2, 900],
    ]);
    expect(days[0]?.metres).toBe(0);
    expect(days[1]?.metres).toBeGreaterThan(3980);
  });
});

it('a place is called by the smallest zone that it is in', () => {
  expect(zoneAt([town, home], placeAt(50))).toBe('Home');
  expect(zoneAt([town, home], placeAt(500))).toBe('Town');
  expect(zoneAt([town, home], placeAt(9000))).toBeNull();
});

describe('stays in a stream of points', () => {
  it('do not keep points, however long they are', () => {
    const found: number[] = [];
    const finder = createStayFinder(({ first, last }) => found.push(last - first));
    for (let n = 0; n < 100_000; n += 1) finder.add(point(n, n % 2));
    finder.add(point(100_000, 5000));
    finder.finish();
    expect(found).toEqual([99_999]);
  });

  it('are found again after a candidate that was too short', () => {
    // Five minutes here, then on: the stay begins where the device remains.
    const points = [
      point(0, 0),
      point(5, 0),
      point(6, 100),
      point(9, 190),
      point(12, 190),
      point(20, 190),
      point(30, 3000),
    ];
    expect(findStays(points).map(({ first, last }) => [first, last])).toEqual([[2, 5]]);
  });

  it('are searched in time when a device sends thousands of points for the same minutes', () => {
    const flood = Array.from({ length: 50_000 }, (_, n) => ({ ...point(0, (n % 3) * 100), at: n }));
    expect(findStays(flood)).toEqual([]);
  });
});
