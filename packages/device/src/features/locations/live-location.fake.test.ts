import { metresBetween } from '@fairwatch/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Position } from '../../core/live-location/live-location.ts';
import { seededRandom } from '../../fake/random.ts';
import { fakeMovement } from './live-location.fake.ts';
import { fakeLocations } from './locations.fake.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a simulated phone moves along its way until nobody watches', () => {
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
  stop();
  vi.advanceTimersByTime(60_000);
  expect(seen).toHaveLength(601);
});

it('a live location begins where the phone says it is', () => {
  for (const seed of ['anna', 'ben', 'cleo']) {
    for (const hour of ['03', '08', '10', '13', '16']) {
      vi.setSystemTime(`2026-11-18T${hour}:00:00Z`);
      const said = fakeLocations(seededRandom(seed))().at(-1);
      const seen: Position[] = [];
      const stop = fakeMovement(seededRandom(seed), () => new Date())(
        (position) => void seen.push(position),
        vi.fn<() => void>(),
      );
      stop();
      const [first] = seen;
      expect(first && said && metresBetween(first, said)).toBeLessThan(5);
    }
  }
});
