import { metresBetween } from '@fairwatch/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Position } from '../../core/live-location/live-location.ts';
import { seededRandom } from '../../fake/random.ts';
import { fakeMovement } from './live-location.fake.ts';
import { fakeLocations } from './locations.fake.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a simulated phone moves along its way, in its city, until nobody watches', () => {
  const seen: Position[] = [];
  const stop = fakeMovement(seededRandom('anna'), () => new Date())(
    (position) => void seen.push(position),
    vi.fn<() => void>(),
  );
  vi.advanceTimersByTime(10 * 60_000);
  const [first] = seen;
  const last = seen.at(-1);
  if (!first || !last) throw new Error('It has been somewhere.');
  expect(seen).toHaveLength(601);
  expect(metresBetween(first, last)).toBeGreaterThan(200);
  const steps = seen.slice(1).map((position, place) => metresBetween(position, seen[place] ?? position));
  expect(Math.max(...steps)).toBeLessThan(30);
  const [home] = fakeLocations(seededRandom('anna'))();
  expect(home && metresBetween(first, home)).toBeLessThan(50_000);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(seen).toHaveLength(601);
});
