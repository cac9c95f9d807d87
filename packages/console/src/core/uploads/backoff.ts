const firstDelayMs = 1000;
const maxDelayMs = 30_000;

/** The exponential backoff: the delay doubles after each failure, up to 30 seconds. */
export function waitAfter(failures: number): number {
  return Math.min(maxDelayMs, firstDelayMs * 2 ** Math.max(0, failures - 1));
}

/** Waits until the backoff has passed or the browser reports that it is online. */
export function waitForRetry(failures: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => reject(signal.reason);
  const retry = () => resolve();
  const timer = setTimeout(retry, waitAfter(failures));
  addEventListener('online', retry, { once: true });
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return promise.finally(() => {
    clearTimeout(timer);
    removeEventListener('online', retry);
    signal.removeEventListener('abort', abort);
  });
}
