import { expect, it } from 'vitest';
import { percentOf } from './percent.ts';

it.each([
  [23, 24, 96],
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [199, 200, 99],
  [1, 1000, 1],
  [0, 24, 0],
  [24, 24, 100],
  [25, 24, 100],
  [0.125, 1, 13],
  [0, 0, 0],
  [3, 0, 0],
  [-1, 5, 0],
])('%d of %d is %d %%', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});
