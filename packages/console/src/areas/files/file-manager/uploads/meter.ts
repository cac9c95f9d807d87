/** The speed of a transfer, and the time it still needs. */
export interface TransferRate {
  bytesPerSecond: number;
  remainingMs: number;
}

export interface Meter {
  /** Records that `done` bytes were transferred at the time `at`, in milliseconds. */
  record: (done: number, at: number) => void;
  /** The rate for a file of `size` bytes; null until enough is measured. */
  rate: (size: number) => TransferRate | null;
}

/** The sliding window: long enough for a steady value, short enough to follow changes. */
const windowMs = 5000;
/** Below this time span no rate is computed. */
const minSpanMs = 250;

/** Measures a transfer over a sliding window, so that earlier pauses do not count. */
export function createMeter(): Meter {
  let samples: { done: number; at: number }[] = [];
  return {
    record(done, at) {
      // Lost bytes are sent again, so the earlier samples no longer count.
      if (done < (samples.at(-1)?.done ?? 0)) samples = [];
      samples.push({ done, at });
      samples = samples.filter((sample, index) => at - sample.at <= windowMs || index === samples.length - 1);
    },
    rate(size) {
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last || last.at - first.at < minSpanMs || last.done === first.done) return null;
      const bytesPerSecond = ((last.done - first.done) * 1000) / (last.at - first.at);
      return { bytesPerSecond, remainingMs: ((size - last.done) * 1000) / bytesPerSecond };
    },
  };
}
