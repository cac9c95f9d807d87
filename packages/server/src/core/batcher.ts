const largestBatch = 1000;

export interface Batcher<Item> {
  add(item: Item): void;
  /** Resolves when everything added so far is written. */
  idle(): Promise<void>;
}

/**
 * Writes items together: the first goes at once, those that come while it is being written follow as one batch.
 * A quiet server answers at once and a busy one needs few statements. Batches never overlap, so order holds.
 */
export function createBatcher<Item>(
  write: (items: Item[]) => Promise<void>,
  onError: (error: unknown, items: Item[]) => void,
): Batcher<Item> {
  const waiting: Item[] = [];
  let writing: Promise<void> | null = null;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const items = waiting.splice(0, largestBatch);
      try {
        await write(items);
      } catch (error) {
        onError(error, items);
      }
    }
    writing = null;
  }

  return {
    add(item) {
      waiting.push(item);
      writing ??= drain();
    },
    // Whatever is added meanwhile belongs to the same run.
    async idle() {
      await writing;
    },
  };
}
