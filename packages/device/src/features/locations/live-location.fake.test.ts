import { metresBetween } from '@fairwatch/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Position } from '../../core/live-location/live-location.ts';
import { seededRandom } from '../../fake/random.ts';
import { fakeMovement } from './live-location.fake.ts';
import { modes } from './lives.ts';
import { fakeLocations, fakeWhereabouts, type Whereabouts } from './locations.fake.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const movementOf = (whereabouts: Whereabouts) => fakeMovement(whereabouts, seededRandom('live'), () => new Date());

it('a simulated phone moves along its way until nobody watches', () => {
  const seen: Position[] = [];
  const stop = movementOf(fakeWhereabouts(seededRandom('anna'), Date.now, null))(
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
      const stop = movementOf(fakeWhereabouts(seededRandom(seed), Date.now, null))(
        (position) => void seen.push(position),
        vi.fn<() => void>(),
      );
      stop();
      const [first] = seen;
      expect(first && said && metresBetween(first, said)).toBeLessThan(5);
    }
  }
});

/** What the track of a phone has after a live location: its last position, and what the phone says of the day after it. */
function trackAfterLive(seed: string, begin: string) {
  vi.setSystemTime(begin);
  const whereabouts = fakeWhereabouts(seededRandom(seed), Date.now, null);
  const seen: Position[] = [];
  const stop = movementOf(whereabouts)((position) => void seen.push(position), vi.fn<() => void>());
  vi.advanceTimersByTime(10 * 60_000);
  expect(whereabouts.read().every(({ localDateTime }) => localDateTime <= new Date(begin).toISOString())).toBe(true);
  stop();
  const last = seen.at(-1);
  if (!last) throw new Error('It has been somewhere.');
  const endedAt = Date.now();
  vi.advanceTimersByTime(20 * 60 * 60_000);
  const after = whereabouts
    .read()
    .map(({ latitude, longitude, localDateTime }) => ({ latitude, longitude, at: new Date(localDateTime) }));
  return [last, ...after.filter(({ at }) => at.getTime() >= endedAt)];
}

it('after a live location a phone goes on from where it is, along the roads, to where its day is', () => {
  for (const seed of ['anna', 'ben', 'cleo']) {
    for (const hour of ['03', '06:35', '08', '11:20', '16']) {
      const track = trackAfterLive(seed, `2026-11-18T${hour.padEnd(5, ':00')}:00Z`);
      expect(track.length).toBeGreaterThan(20);
      for (const [place, point] of track.slice(1).entries()) {
        const before = track[place] ?? point;
        const [metres, seconds] = [metresBetween(before, point), (point.at.getTime() - before.at.getTime()) / 1000];
        // The exactness of both points, a fast car, and no jump after a rest.
        const most = seconds > modes.walk.everySeconds ? 150 : 60 + 40 * Math.max(1, seconds);
        expect(metres, `${seed} at ${hour}, ${point.at.toISOString()}`).toBeLessThan(most);
      }
    }
  }
});
