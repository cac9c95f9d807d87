import { StartError } from '../start-error.ts';

/** Aborted when somebody ends the process, which then cleans up before it goes. */
export function stopOnSignals(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => stop.abort(new StartError('Ended before it was done; nothing was kept.')));
  }
  return stop.signal;
}
