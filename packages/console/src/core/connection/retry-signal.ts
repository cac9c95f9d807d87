/** The retry interval while no browser event suggests that the connection is back. */
export const tryEveryMs = 15_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tryAgainIfVisible(): void {
  if (document.visibilityState === 'visible') tryAgain();
}

function watch(): void {
  timer = setInterval(tryAgain, tryEveryMs);
  addEventListener('online', tryAgain);
  addEventListener('focus', tryAgain);
  document.addEventListener('visibilitychange', tryAgainIfVisible);
}

function unwatch(): void {
  clearInterval(timer);
  removeEventListener('online', tryAgain);
  removeEventListener('focus', tryAgain);
  document.removeEventListener('visibilitychange', tryAgainIfVisible);
}

/** Triggers a retry for every listener, after a press on Retry or when the server answers again. */
export function tryAgain(): void {
  // A copy, because a listener that succeeds unsubscribes, and one that is added now waits for the next signal.
  const waiting = [...listeners];
  for (const listener of waiting) listener();
}

/**
 * Calls `attempt` whenever a lost connection may be back: the browser is online again, the tab becomes visible, the
 * interval has passed, or `tryAgain` is called.
 */
export function onRetrySignal(attempt: () => void): () => void {
  // Wrapped, because two subscribers may pass the same function and a set would keep only one.
  const listener = () => attempt();
  if (listeners.size === 0) watch();
  listeners.add(listener);
  return () => {
    if (listeners.delete(listener) && listeners.size === 0) unwatch();
  };
}
