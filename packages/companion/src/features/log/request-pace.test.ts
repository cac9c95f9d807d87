import { limits } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { RequestPace } from './request-pace.ts';

const { wishesAtOnce, wishesPerSecond } = limits.device;

/** A clock that moves when somebody sleeps. */
function createClock() {
  let now = 0;
  return {
    now: () => now,
    sleep: async (ms: number, signal: AbortSignal) => {
      signal.throwIfAborted();
      now += ms;
    },
    pass: (ms: number) => void (now += ms),
  };
}

/** Counts as the server does: a bucket of wishes that fills by the second. */
function createServer(now: () => number) {
  let [left, at]: [number, number] = [wishesAtOnce, now()];
  return () => {
    left = Math.min(wishesAtOnce, left + ((now() - at) / 1000) * wishesPerSecond) - 1;
    at = now();
    return left;
  };
}

it('spaces requests so that the server refuses none, and leaves room for what the person decides meanwhile', async () => {
  const clock = createClock();
  const pace = new RequestPace(clock);
  const take = createServer(clock.now);
  const { signal } = new AbortController();
  let least: number = wishesAtOnce;
  for (let asked = 0; asked < 500; asked += 1) {
    await pace.next(signal);
    least = Math.min(least, take());
  }
  expect(least).toBeGreaterThanOrEqual(wishesAtOnce / 2);
  // It is not slower than it must be: most of what the server allows is used.
  expect(clock.now()).toBeLessThan((500 / wishesPerSecond) * 1000 * 1.5);
});

it('begins with several at once again after a rest', async () => {
  const clock = createClock();
  const pace = new RequestPace(clock);
  const { signal } = new AbortController();
  for (let asked = 0; asked < 50; asked += 1) await pace.next(signal);
  clock.pass(60_000);
  const before = clock.now();
  for (let asked = 0; asked < 5; asked += 1) await pace.next(signal);
  expect(clock.now()).toBe(before);
});

it('gives up when it is stopped', async () => {
  const pace = new RequestPace(createClock());
  const stopped = new AbortController();
  stopped.abort(new Error('stopped'));
  await expect(pace.next(stopped.signal)).rejects.toThrow('stopped');
});
