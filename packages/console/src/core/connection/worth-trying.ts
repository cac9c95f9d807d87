/** How often the connection is tried while nothing says that it may be back. */
export const tryEveryMs = 15_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function ifVisible(): void {
  if (document.visibilityState === 'visible') tryAgain();
}

function watch(): void {
  timer = setInterval(tryAgain, tryEveryMs);
  addEventListener('online', tryAgain);
  addEventListener('focus', tryAgain);
  document.addEventListener('visibilitychange', ifVisible);
}

function unwatch(): void {
  clearInterval(timer);
  removeEventListener('online', tryAgain);
  removeEventListener('focus', tryAgain);
  document.removeEventListener('visibilitychange', ifVisible);
}

/** Calls everybody who waits for the connection: somebody pressed Retry, or the server has just answered. */
export function tryAgain(): void {
  // A copy, since whoever succeeds stops listening, and whoever begins now waits for the next time.
  const waiting = [...listeners];
  for (const listener of waiting) listener();
}

/**
 * Calls `attempt` whenever a lost connection may be back: the browser is online again, somebody returns to the tab, some
 * time has passed, or `tryAgain` is called.
 */
export function onWorthTrying(attempt: () => void): () => void {
  // Two who wait may pass the same function; each gets calls of its own.
  const listener = () => attempt();
  if (listeners.size === 0) watch();
  listeners.add(listener);
  return () => {
    if (listeners.delete(listener) && listeners.size === 0) unwatch();
  };
}
