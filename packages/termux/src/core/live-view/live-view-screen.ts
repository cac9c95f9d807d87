/** Ties a live view to its notification: no picture is taken that the person does not know of. */
export interface LiveViewScreen {
  /** Resolves when the notification of the live view that begins is on the phone; rejects when it cannot be shown. */
  visible(signal: AbortSignal): Promise<void>;
  /** The notification is on the phone. */
  onShown(): void;
  /** Android did not take it. */
  fail(problem: Error): void;
  /** Tells the person something that stays until they have read it. */
  note(text: string): void;
}

interface LiveViewScreenParts {
  addNote(text: string): void;
  /** Ends the live view that runs. */
  stop(): void;
}

export function createLiveViewScreen({ addNote, stop }: LiveViewScreenParts): LiveViewScreen {
  let waiting: PromiseWithResolvers<void> | null = null;
  return {
    async visible(signal) {
      const own = Promise.withResolvers<void>();
      waiting = own;
      const abort = () => own.reject(signal.reason as Error);
      signal.addEventListener('abort', abort, { once: true });
      try {
        signal.throwIfAborted();
        await own.promise;
      } finally {
        signal.removeEventListener('abort', abort);
        if (waiting === own) waiting = null;
      }
    },
    onShown: () => waiting?.resolve(),
    fail(problem) {
      if (waiting) return waiting.reject(problem);
      addNote(problem.message);
      stop();
    },
    note: addNote,
  };
}
