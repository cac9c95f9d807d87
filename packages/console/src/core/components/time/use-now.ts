import { useSyncExternalStore } from 'react';

const tickMs = 10_000;

const listeners = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = new Date();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * Read anew only while nobody listens, and at most once a second: a time that changed between render and subscription would render
 * everything twice.
 */
function readNow(): Date {
  if (timer === undefined && Math.abs(Date.now() - now.getTime()) >= 1000) now = new Date();
  return now;
}

/** The current time, updated every ten seconds. All components share one timer. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, readNow);
}
