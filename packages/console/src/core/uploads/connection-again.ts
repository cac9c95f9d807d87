const firstWaitMs = 1000;
const longestWaitMs = 30_000;

/** How long to wait before the next try: twice as long after each failure, up to half a minute. */
export function waitAfter(failures: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** Math.max(0, failures - 1));
}

/** Waits until it is worth another try: some time has passed, or the browser says that the network is back. */
export function connectionAgain(failures: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = () => reject(signal.reason);
  const go = () => resolve();
  const timer = setTimeout(go, waitAfter(failures));
  addEventListener('online', go, { once: true });
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  return promise.finally(() => {
    clearTimeout(timer);
    removeEventListener('online', go);
    signal.removeEventListener('abort', end);
  });
}
