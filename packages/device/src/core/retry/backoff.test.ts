import { expect, it } from 'vitest';
import { backoffMs, moveDelayMs } from './backoff.ts';

it('waits longer each time, up to half a minute, never at the same moment as others', () => {
  const longest = [0, 1, 2, 3, 20].map((attempt) => backoffMs(attempt, () => 1));
  const shortest = [0, 1, 2, 3, 20].map((attempt) => backoffMs(attempt, () => 0));
  expect(longest).toEqual([500, 1000, 2000, 4000, 30_000]);
  expect(shortest).toEqual([250, 500, 1000, 2000, 15_000]);
});

it('moves to another server within two seconds, at any moment of them', () => {
  expect([0, 0.5, 1].map((random) => moveDelayMs(() => random))).toEqual([0, 1000, 2000]);
});
