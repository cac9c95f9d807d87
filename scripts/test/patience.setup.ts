import { vi } from 'vitest';

/** The timeout of `vi.waitFor` and the like. A wait ends as soon as its condition holds, so only a failure takes so long. */
const patienceMs = 60_000;
/** Each look is mostly a call to a server with its statements: looking twice as often as this takes a tenth of the run's work. */
const lookEveryMs = 100;

type Options = Parameters<typeof vi.waitFor>[1];

const patient = (options: Options) =>
  typeof options === 'number' ? options : { timeout: patienceMs, interval: lookEveryMs, ...options };

// By default vitest gives up after one second, in which a busy machine may not even have come to it. `expect.poll` is
// configured; these two can only be told here, once for all files of a worker.
const mark = Symbol.for('fairwatch.patience');
const marked = vi as typeof vi & { [mark]?: true };
if (!marked[mark]) {
  marked[mark] = true;
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (callback, options) => waitFor(callback, patient(options));
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
}
