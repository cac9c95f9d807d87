const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

/**
 * Calls `restore` before the process ends, however it does: by itself, by an error, or by a signal. A signal that nobody else handles
 * still ends the process. Returns how to take the guard away.
 */
export function guardExit(restore: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    release();
    restore();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const release = () => {
    process.off('exit', restore);
    process.off('uncaughtExceptionMonitor', restore);
    for (const signal of signals) process.off(signal, onSignal);
  };
  process.on('exit', restore);
  // The message of the error is printed after this, where the person can read it.
  process.on('uncaughtExceptionMonitor', restore);
  for (const signal of signals) process.on(signal, onSignal);
  return release;
}
