import { limits } from '@fairwatch/contract';
import { createExternalStore } from '../session/external-store.ts';
import { hasNumbers, storedValue } from '../storage/stored-value.ts';

const { pollMs, retries, retryDelayMs, consecutivePollsToFlip } = limits.maintenance;

interface RetryState {
  attemptCount: number;
  timestamp: number;
}

const fields = ['attemptCount', 'timestamp'] as const;
const retryState = storedValue<RetryState>('maintenance', { attemptCount: 0, timestamp: 0 }, (value) =>
  hasNumbers(value, fields),
);

export interface MaintenanceState {
  maintenance: boolean;
  /** A poll is on its way. */
  checking: boolean;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason as Error)), { once: true });
  });
}

function logFailure(error: unknown): void {
  // oxlint-disable-next-line no-console -- a failed poll is shown to nobody; the log is where it can be found
  console.warn('Maintenance poll failed', error);
}

/** Asks until there is an answer or the retries are used up (null). Counts go on where a reload interrupted them. */
async function ask(check: () => Promise<boolean>, signal: AbortSignal): Promise<boolean | null> {
  const before = retryState.read();
  const interrupted = before.attemptCount <= retries && Date.now() - before.timestamp < retryDelayMs;
  let attemptCount = interrupted ? before.attemptCount : 0;
  if (attemptCount > 0) await pause(retryDelayMs - (Date.now() - before.timestamp), signal);
  for (;;) {
    try {
      const answer = await check();
      retryState.write({ attemptCount: 0, timestamp: Date.now() });
      return answer;
    } catch (error) {
      logFailure(error);
      attemptCount += 1;
      retryState.write({ attemptCount, timestamp: Date.now() });
      if (attemptCount > retries) return null;
      await pause(retryDelayMs, signal);
    }
  }
}

/**
 * Follows maintenance mode. What is shown flips only when two polls in a row say so. A poll that differs from what is
 * shown is confirmed after the retry delay instead of a whole interval: else whoever opens the console during
 * maintenance would work against a closed server for twenty minutes.
 */
export function createMaintenancePoller(check: () => Promise<boolean>) {
  const state = createExternalStore<MaintenanceState>({ maintenance: false, checking: false });
  let differing = 0;
  let run = new AbortController();

  function take(answer: boolean | null): void {
    const { maintenance } = state.get();
    differing = answer === null || answer === maintenance ? 0 : differing + 1;
    const flip = differing >= consecutivePollsToFlip;
    if (flip) differing = 0;
    state.set({ maintenance: flip ? !maintenance : maintenance, checking: differing > 0 });
  }

  async function poll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      state.set({ ...state.get(), checking: true });
      const answer = await ask(check, signal);
      if (signal.aborted) return;
      take(answer);
      await pause(differing > 0 ? retryDelayMs : pollMs, signal);
    }
  }

  /** Polls now and from now on. */
  function start(): void {
    run.abort();
    run = new AbortController();
    // Its only rejection is the abort of a pause.
    poll(run.signal).catch(() => {});
  }

  return { get: state.get, subscribe: state.subscribe, start, stop: () => run.abort() };
}
