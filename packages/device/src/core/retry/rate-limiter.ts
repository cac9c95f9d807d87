import { limits } from '@fairwatch/contract';

const { requestsAtOnce, requestsPerSecond } = limits.device;
/** Reading the log uses a part of the server's rate limit; the rest is left for the person's decisions. */
const burst = Math.floor(requestsAtOnce / 3);
const perSecond = requestsPerSecond * 0.8;

interface Clock {
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** A token bucket that keeps requests below the server's rate limit. */
export class RateLimiter {
  readonly #clock: Clock;
  #tokens: number = burst;
  #filledAt: number;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
    this.#filledAt = clock.now();
  }

  /** Resolves when the next request may be made; rejects when the signal aborts first. */
  async next(signal: AbortSignal): Promise<void> {
    this.#fill();
    while (this.#tokens < 1) {
      await this.#clock.sleep(Math.ceil(((1 - this.#tokens) / perSecond) * 1000), signal);
      this.#fill();
    }
    signal.throwIfAborted();
    this.#tokens -= 1;
  }

  #fill(): void {
    const now = this.#clock.now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1000) * perSecond);
    this.#filledAt = now;
  }
}

const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    }),
};
