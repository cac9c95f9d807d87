import { serverAnswers } from './server-answers.ts';
import { reportUnreachable } from './unreachable.ts';
import { onRetrySignal } from './retry-signal.ts';

function untilRetrySignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = onRetrySignal(resolve);
  return promise.finally(stop);
}

/**
 * Loads a lazy part of the shell. While the server is unreachable it waits (and calls `onOffline` once) instead of failing,
 * because an error in the shell would replace the whole console.
 */
export async function loadWhenOnline<Loaded>(load: () => Promise<Loaded>, onOffline?: () => void): Promise<Loaded> {
  for (let isReported = false; ; isReported = true) {
    try {
      return await load();
    } catch (error) {
      if (await serverAnswers()) throw error;
      reportUnreachable();
      if (!isReported) onOffline?.();
      await untilRetrySignal();
    }
  }
}
