import { describe, expect, it } from 'vitest';
import { limits } from '../../core/limits.ts';
import {
  areaWords,
  boxOf,
  isInside,
  isWithin,
  metresBetween,
  metresOutside,
  zoneShape,
  type ZoneShape,
} from './geo.ts';

const dom = { latitude: 52.0907, longitude: 5.1214 };
const circle: ZoneShape = { shape: 'CIRCLE', ...dom, radius: 200 };
/** A square of about 1,000 m with its middle at the equator. */
const half = 0.0045;
const square: ZoneShape = {
  shape: 'POLYGON',
  corners: [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ],
};
/** A polygon with the shape of the letter L. Its inner corner is at 1, 1. */
const bent: ZoneShape = {
  shape: 'POLYGON',
  corners: [
    [0, 0],
    [2, 0],
    [2, 1],
    [1, 1],
    [1, 2],
    [0, 2],
  ],
};

const problemOf = (shape: unknown) => zoneShape.safeParse(shape).error?.issues[0]?.message;
const polygon = (...corners: number[][]) => ({ shape: 'POLYGON', corners });

/** Creates a polygon with `count` corners, which all lie on a circle. */
function round(count: number) {
  const corners = Array.from({ length: count }, (_, corner) => {
    const angle = (corner / count) * 2 * Math.PI;
    return [Math.cos(angle), Math.sin(angle)];
  });
  return polygon(...corners);
}

it('a place is within a distance exactly when it is not further away', () => {
  for (let place = 0; place < 2000; place += 1) {
    // Places all over the earth, up to some hundred metres from one another in every direction.
    const one = { latitude: ((place * 7) % 178) - 89, longitude: ((place * 13) % 359) - 179 };
    const other = {
      latitude: one.latitude + Math.sin(place) * 0.003,
      longitude: one.longitude + Math.cos(place * 3) * 0.003,
    };
    const metres = metresBetween(one, other);
    for (const limit of [0, metres * 0.999_999_9, metres, metres * 1.000_000_1, metres * 1.3, metres * 2]) {
      expect(isWithin(one, other, limit)).toBe(metres <= limit);
    }
  }
});

describe('the shape of a zone', () => {
  it('is a circle or a polygon', () => {
    for (const shape of [circle, square, bent]) expect(zoneShape.parse(shape)).toEqual(shape);
    expect(zoneShape.safeParse({ ...circle, shape: 'LINE' }).success).toBe(false);
    expect(zoneShape.safeParse({ ...circle, more: 1 }).success).toBe(false);
  });

  it('has a radius and a number of corners within limits', () => {
    const { minRadius, maxRadius, maxCorners } = limits.zone;
    for (const [radius, isValid] of [
      [minRadius, true],
      [maxRadius, true],
      [minRadius - 1, false],
      [maxRadius + 1, false],
      [Number.NaN, false],
    ] as const) {
      expect(zoneShape.safeParse({ ...circle, radius }).success, String(radius)).toBe(isValid);
    }
    expect(zoneShape.safeParse(round(maxCorners)).success).toBe(true);
    expect(zoneShape.safeParse(round(maxCorners + 1)).success).toBe(false);
    expect(zoneShape.safeParse(round(2)).success).toBe(false);
  });

  it('is on the map, and does not cross its edge or contain a pole', () => {
    expect(zoneShape.safeParse(polygon([0, 0], [181, 0], [0, 1])).success).toBe(false);
    expect(zoneShape.safeParse(polygon([0, 0], [1, 91], [0, 1])).success).toBe(false);
    expect(problemOf({ ...circle, longitude: 179.999 })).toContain('180°');
    expect(problemOf({ ...circle, latitude: 89.999 })).toContain('pole');
    expect(problemOf(polygon([-100, 0], [100, 0], [0, 10]))).toContain('wider than 180°');
  });

  it('has no edges that cross or touch each other, and each corner once', () => {
    expect(problemOf(polygon([0, 0], [1, 1], [1, 0], [0, 1]))).toBe('The edges of a polygon cannot cross each other.');
    // The last edge crosses one in the middle.
    expect(problemOf(polygon([0, 0], [2, 0], [2, 2], [1, -1]))).toContain('cross');
    // A corner lies on an edge.
    expect(problemOf(polygon([0, 0], [2, 0], [2, 2], [1, 0], [0, 2]))).toContain('cross');
    expect(problemOf(polygon([0, 0], [1, 0], [1, 1], [0, 0]))).toBe('A polygon has each corner once.');
    expect(problemOf(polygon([0, 0], [1, 0], [1, 1]))).toBeUndefined();
  });
});

describe('distances', () => {
  it('are measured on the globe', () => {
    expect(metresBetween(dom, dom)).toBe(0);
    // A degree of latitude, and at 60° north half a degree of longitude for it.
    expect(metresBetween({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 })).toBeCloseTo(111_195, -1);
    expect(metresBetween({ latitude: 60, longitude: 0 }, { latitude: 60, longitude: 1 })).toBeCloseTo(55_597, -1);
    // Over 180° of longitude it is the short way.
    expect(metresBetween({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(
      111_195,
      -1,
    );
    // Opposite points: half the circumference, not NaN.
    expect(metresBetween({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(20_015_115, -2);
  });

  it('to the border of a zone are negative inside', () => {
    expect(metresOutside(circle, dom)).toBe(-200);
    expect(metresOutside(circle, { ...dom, latitude: dom.latitude + 0.01 })).toBeCloseTo(1112 - 200, -1);
    expect(metresOutside(square, { latitude: 0, longitude: 0 })).toBeCloseTo(-500, -1);
    expect(metresOutside(square, { latitude: 0, longitude: 2 * half })).toBeCloseTo(500, -1);
    // Beyond a corner it is the distance to the corner.
    expect(metresOutside(square, { latitude: 2 * half, longitude: 2 * half })).toBeCloseTo(500 * Math.SQRT2, -1);
  });
});

describe('a place', () => {
  it('is inside a circle up to its border', () => {
    const east = boxOf(circle).east;
    expect(isInside(circle, dom)).toBe(true);
    expect(isInside(circle, { ...dom, longitude: east - 0.0001 })).toBe(true);
    expect(isInside(circle, { ...dom, longitude: east + 0.0001 })).toBe(false);
  });

  it('is inside a polygon whichever way its corners run', () => {
    for (const shape of [bent, { ...bent, corners: bent.corners.toReversed() }]) {
      const inside = (longitude: number, latitude: number) => isInside(shape, { latitude, longitude });
      expect([inside(0.5, 0.5), inside(1.5, 0.5), inside(0.5, 1.5)]).toEqual([true, true, true]);
      expect([inside(1.5, 1.5), inside(2.5, 0.5), inside(-0.5, 1)]).toEqual([false, false, false]);
      // On the height of a corner.
      expect([inside(0.5, 1), inside(3, 1), inside(-1, 1)]).toEqual([true, false, false]);
    }
  });
});

describe('the box of a zone', () => {
  it('contains all of it', () => {
    expect(boxOf(bent)).toEqual({ west: 0, east: 2, south: 0, north: 2 });
    for (const latitude of [0, 52, -75]) {
      const wide: ZoneShape = { shape: 'CIRCLE', latitude, longitude: 5, radius: 150_000 };
      const { west, east, south, north } = boxOf(wide);
      for (let angle = 0; angle < 2 * Math.PI; angle += 0.05) {
        // Points outside of the box, just beyond each side.
        const beyond = [
          { latitude: latitude + Math.sin(angle), longitude: west - 0.01 },
          { latitude: latitude + Math.sin(angle), longitude: east + 0.01 },
          { latitude: south - 0.01, longitude: 5 + Math.cos(angle) },
          { latitude: north + 0.01, longitude: 5 + Math.cos(angle) },
        ];
        for (const place of beyond) expect(isInside(wide, place)).toBe(false);
      }
    }
  });
});

it('an area has words', () => {
  expect(areaWords(circle)).toBe('a circle of 200 m');
  expect(areaWords({ ...circle, radius: 1500 })).toBe('a circle of 1.5 km');
  expect(areaWords(bent)).toBe('a polygon with 6 corners');
});
