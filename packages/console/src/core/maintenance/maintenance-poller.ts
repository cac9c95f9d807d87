import { limits } from '@fairwatch/contract';
import { createExternalStore } from '../state/external-store.ts';
import { hasNumbers, storedValue } from '../state/stored-value.ts';

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
  /** True while a poll is running. */
  checking: boolean;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason as Error)), { once: true });
  });
}

function logFailure(error: unknown): void {
  // oxlint-disable-next-line no-console -- a failed poll is not shown on screen, only logged
  console.warn('Maintenance poll failed', error);
}

/** Polls until the server answers, or returns null after the last retry. After a reload the stored count of attempts goes on. */
async function checkWithRetries(check: () => Promise<boolean>, signal: AbortSignal): Promise<boolean | null> {
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
 * Polls maintenance mode. The shown state changes only after two consecutive polls. The second of them follows after the retry
 * delay instead of the whole interval, because otherwise the console would show no maintenance for twenty minutes.
 */
export function createMaintenancePoller(check: () => Promise<boolean>) {
  const state = createExternalStore<MaintenanceState>({ maintenance: false, checking: false });
  let differing = 0;
  let run = new AbortController();

  function handleAnswer(answer: boolean | null): void {
    const { maintenance } = state.get();
    differing = answer === null || answer === maintenance ? 0 : differing + 1;
    const isConfirmed = differing >= consecutivePollsToFlip;
    if (isConfirmed) differing = 0;
    state.set({ maintenance: isConfirmed ? !maintenance : maintenance, checking: differing > 0 });
  }

  async function poll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      state.set({ ...state.get(), checking: true });
      const answer = await checkWithRetries(check, signal);
      if (signal.aborted) return;
      handleAnswer(answer);
      await pause(differing > 0 ? retryDelayMs : pollMs, signal);
    }
  }

  /** Polls immediately, and then at the interval. */
  function start(): void {
    run.abort();
    run = new AbortController();
    // It rejects only when a pause is aborted.
    poll(run.signal).catch(() => {});
  }

  return { get: state.get, subscribe: state.subscribe, start, stop: () => run.abort() };
}
