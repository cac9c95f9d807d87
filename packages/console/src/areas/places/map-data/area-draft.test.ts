import { describe, expect, it } from 'vitest';
import { areaBetween, kilometresOf } from './area-draft.ts';

describe('a rectangle between two corners', () => {
  it('is the same from any corner', () => {
    const area = { west: 5, south: 51, east: 9, north: 54 };
    for (const [one, other] of [
      [
        { lng: 5, lat: 54 },
        { lng: 9, lat: 51 },
      ],
      [
        { lng: 9, lat: 51 },
        { lng: 5, lat: 54 },
      ],
      [
        { lng: 5, lat: 51 },
        { lng: 9, lat: 54 },
      ],
    ] as const) {
      expect(areaBetween(one, other)).toEqual(area);
    }
  });

  it('ends where the world of maps ends, and is the same on a copy of the world', () => {
    expect(areaBetween({ lng: 170, lat: 80 }, { lng: 200, lat: 89 })).toEqual({
      west: 170,
      south: 80,
      east: 180,
      north: 85,
    });
    expect(areaBetween({ lng: 365, lat: 51 }, { lng: 369, lat: 54 })).toEqual({
      west: 5,
      south: 51,
      east: 9,
      north: 54,
    });
    expect(areaBetween({ lng: -355, lat: 51 }, { lng: -351, lat: 54 })).toMatchObject({ west: 5, east: 9 });
    expect(areaBetween({ lng: 5, lat: 86 }, { lng: 9, lat: 88 })).toBeNull();
  });

  it('has a width and a height', () => {
    const { width, height } = kilometresOf({ west: 0, south: 59, east: 1, north: 61 });
    expect(width).toBeCloseTo(55.6, 0);
    expect(height).toBeCloseTo(222.4, 0);
  });
});
