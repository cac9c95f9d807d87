/** Waits, unless the signal aborts: then it throws the signal's reason. Works in browsers as well. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', give);
      resolve();
    }, ms);
    if (signal.aborted) give();
    else signal.addEventListener('abort', give, { once: true });
  });
}
