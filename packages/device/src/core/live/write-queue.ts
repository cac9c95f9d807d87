/** Runs writes in sequence, so that the last one wins. One that fails does not stop the next. */
export interface WriteQueue {
  add(write: () => Promise<unknown>): void;
  /** Resolves when everything that was added is written. */
  idle(): Promise<void>;
}

export function createWriteQueue(): WriteQueue {
  let writing: Promise<unknown> = Promise.resolve();
  return {
    add(write) {
      writing = writing.then(write).catch(() => undefined);
    },
    async idle() {
      await writing;
    },
  };
}
