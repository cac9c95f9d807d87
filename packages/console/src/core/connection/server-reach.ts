import { createExternalStore } from '../state/external-store.ts';
import { onRetrySignal, tryAgain } from './retry-signal.ts';

export interface ServerReach {
  /** Since when the server has not answered, in milliseconds; null while it does. */
  lostSince: number | null;
  /** True while a check is running. */
  checking: boolean;
}

/**
 * Tracks whether the server is reachable. A suspicion (a request without an answer, a closed socket) is verified by a probe before
 * it is reported, because one slow request does not mean that the connection is lost. While the server is unreachable the probe is repeated.
 */
export function createServerReach() {
  const state = createExternalStore<ServerReach>({ lostSince: null, checking: false });
  const onRestored = new Set<() => void>();
  let probe: (() => Promise<boolean>) | null = null;
  let stopTrying: (() => void) | null = null;

  /** Probes the server. `since` is when the connection was lost if the probe fails. */
  async function check(since = Date.now()): Promise<void> {
    if (probe === null || state.get().checking) return;
    const current = probe;
    state.set({ ...state.get(), checking: true });
    const answers = await current();
    // Ignored when watching has ended or restarted since.
    if (probe === current) settle(answers, since);
  }

  function settle(answers: boolean, since: number): void {
    const { lostSince } = state.get();
    state.set({ lostSince: answers ? null : (lostSince ?? since), checking: false });
    if (!answers) stopTrying ??= onRetrySignal(() => void check());
    else if (lostSince !== null) restore();
  }

  function restore(): void {
    stopTrying?.();
    stopTrying = null;
    for (const listener of onRestored) listener();
    // Other parts that wait for the server retry now.
    tryAgain();
  }

  /** Starts to verify suspicions with `nextProbe`. The returned function stops it and resets the state. */
  function watch(nextProbe: () => Promise<boolean>, restored: () => void): () => void {
    probe = nextProbe;
    onRestored.add(restored);
    return () => {
      probe = null;
      onRestored.delete(restored);
      stopTrying?.();
      stopTrying = null;
      state.set({ lostSince: null, checking: false });
    };
  }

  return { get: state.get, subscribe: state.subscribe, check, watch };
}

/** The instance that the shell keeps up to date. */
export const serverReach = createServerReach();
