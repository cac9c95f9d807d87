import { StartError } from '../../../core/config/start-error.ts';

/** Returns a signal that aborts on SIGINT, SIGTERM or SIGHUP, so that the command can clean up before the process exits. */
export function stopOnSignals(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => stop.abort(new StartError('Ended before it was done; nothing was kept.')));
  }
  return stop.signal;
}
