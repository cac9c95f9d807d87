import { limits } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { RateLimiter } from './rate-limiter.ts';

const { requestsAtOnce, requestsPerSecond } = limits.device;

/** A fake clock that advances when `sleep` is called. */
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

/** The server's token bucket. */
function createServer(now: () => number) {
  let [left, at]: [number, number] = [requestsAtOnce, now()];
  return () => {
    left = Math.min(requestsAtOnce, left + ((now() - at) / 1000) * requestsPerSecond) - 1;
    at = now();
    return left;
  };
}

it('spaces requests so that the server refuses none, and leaves room for what the person decides meanwhile', async () => {
  const clock = createClock();
  const limiter = new RateLimiter(clock);
  const take = createServer(clock.now);
  const { signal } = new AbortController();
  let least: number = requestsAtOnce;
  for (let count = 0; count < 500; count += 1) {
    await limiter.next(signal);
    least = Math.min(least, take());
  }
  expect(least).toBeGreaterThanOrEqual(requestsAtOnce / 2);
  // Most of the server's rate is used.
  expect(clock.now()).toBeLessThan((500 / requestsPerSecond) * 1000 * 1.5);
});

it('allows a burst again after a pause', async () => {
  const clock = createClock();
  const limiter = new RateLimiter(clock);
  const { signal } = new AbortController();
  for (let count = 0; count < 50; count += 1) await limiter.next(signal);
  clock.pass(60_000);
  const before = clock.now();
  for (let count = 0; count < 5; count += 1) await limiter.next(signal);
  expect(clock.now()).toBe(before);
});

it('rejects when it is aborted', async () => {
  const limiter = new RateLimiter(createClock());
  const stopped = new AbortController();
  stopped.abort(new Error('stopped'));
  await expect(limiter.next(stopped.signal)).rejects.toThrow('stopped');
});
