import { expect, it } from 'vitest';
import { boxAround, nearestLongitude } from './geo-features.ts';

it('the box around places is the narrowest, also across the antimeridian', () => {
  expect(boxAround([])).toBeNull();
  expect(boxAround([[5, 52]])).toEqual([
    [5, 52],
    [5, 52],
  ]);
  const places = [
    [179, -17],
    [-178, -18],
    [177, -16],
  ] as const;
  expect(boxAround(places)).toEqual([
    [177, -18],
    [182, -16],
  ]);
  const europe = [
    [5, 52],
    [-9, 38],
    [24, 60],
  ] as const;
  expect(boxAround(europe)).toEqual([
    [-9, 38],
    [24, 60],
  ]);
});

it('a meridian is counted on beyond 180° towards another one', () => {
  expect([nearestLongitude(-179, 179), nearestLongitude(179, -179), nearestLongitude(5, 9)]).toEqual([181, -181, 5]);
});
