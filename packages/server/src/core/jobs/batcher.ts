import { setImmediate as endOfTurn, setTimeout as delay } from 'node:timers/promises';

const largestBatch = 1000;

export interface Batcher<Item> {
  add(item: Item): void;
  /** Resolves once everything added so far is written, including items added while waiting. */
  idle(): Promise<void>;
}

/** A batch of this many shares the cost of a statement well enough, and does not wait for more. */
const enough = 64;
/** Callers that were just answered come back within this time, those of the same machine or network. */
const gatherMs = 2;

interface BatcherOptions {
  /**
   * True for writes of many callers who each wait for one before they ask for the next. Without it they would fall into two halves that are
   * written in turn. So what follows a batch of several waits for a moment; what comes to an idle server does not.
   */
  gathers?: boolean;
}

/**
 * Groups writes: what one turn of the event loop brings is written together, items that arrive during a write follow as one batch.
 * An idle server has no delay and a busy one needs few statements. Batches never overlap, so the order is kept.
 */
export function createBatcher<Item>(
  write: (items: Item[]) => Promise<void>,
  onError: (error: unknown, items: Item[]) => void,
  { gathers = false }: BatcherOptions = {},
): Batcher<Item> {
  const waiting: Item[] = [];
  let writing: Promise<void> | null = null;

  async function drain(): Promise<void> {
    // Requests that wait at many sockets are read in one turn: the first must not go alone.
    await endOfTurn();
    while (waiting.length > 0) {
      const items = waiting.splice(0, largestBatch);
      try {
        await write(items);
      } catch (error) {
        onError(error, items);
      }
      if (gathers && items.length > 1 && waiting.length > 0 && waiting.length < enough) await delay(gatherMs);
    }
    writing = null;
  }

  return {
    add(item) {
      waiting.push(item);
      writing ??= drain();
    },
    // Items added while this waits extend the same run, so the loop checks again.
    async idle() {
      await writing;
    },
  };
}
