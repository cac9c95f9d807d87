import { createExternalStore } from '../session/external-store.ts';
import { onWorthTrying, tryAgain } from './worth-trying.ts';

export interface ServerReach {
  /** Since when the server has not answered, in milliseconds; null while it does. */
  lostSince: number | null;
  /** The server is being asked whether it is there. */
  checking: boolean;
}

/**
 * Knows whether the server can be reached. A suspicion (a request without an answer, a closed socket) is checked before
 * anybody is told, since one slow request is no lost connection. While it is lost the server is asked again by itself.
 */
export function createServerReach() {
  const state = createExternalStore<ServerReach>({ lostSince: null, checking: false });
  const onRestored = new Set<() => void>();
  let ask: (() => Promise<boolean>) | null = null;
  let stopTrying: (() => void) | null = null;

  /** Asks the server. `since` is when the connection was lost, should it be. */
  async function check(since = Date.now()): Promise<void> {
    if (ask === null || state.get().checking) return;
    const asked = ask;
    state.set({ ...state.get(), checking: true });
    const answers = await asked();
    // Nobody watches any more, or somebody else does.
    if (ask === asked) settle(answers, since);
  }

  function settle(answers: boolean, since: number): void {
    const { lostSince } = state.get();
    state.set({ lostSince: answers ? null : (lostSince ?? since), checking: false });
    if (!answers) stopTrying ??= onWorthTrying(() => void check());
    else if (lostSince !== null) restore();
  }

  function restore(): void {
    stopTrying?.();
    stopTrying = null;
    for (const listener of onRestored) listener();
    // Whoever else waits for the server need not wait for the next round.
    tryAgain();
  }

  /** Begins to check suspicions by `question`; what it gives back ends that, and forgets what was known. */
  function watch(question: () => Promise<boolean>, restored: () => void): () => void {
    ask = question;
    onRestored.add(restored);
    return () => {
      ask = null;
      onRestored.delete(restored);
      stopTrying?.();
      stopTrying = null;
      state.set({ lostSince: null, checking: false });
    };
  }

  return { get: state.get, subscribe: state.subscribe, check, watch };
}

/** The one that the shell keeps up to date. */
export const serverReach = createServerReach();
