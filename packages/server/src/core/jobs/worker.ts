import type { Scheduler, Stop } from './scheduler.ts';

export interface Worker {
  /** Runs the task: at once when it is idle, else once more after the current run. */
  wake(): void;
  /** Runs the task after this time, together with what else wants it until then. */
  wakeWithin(ms: number): void;
  /** Ends it: the task does not run again. Resolves after the current run. */
  close(): Promise<void>;
}

/** Runs a task on demand, never twice at once. After a failure it waits for the next `wake`, so that it does not fail in a loop. */
export function createWorker(
  task: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
  scheduler: Pick<Scheduler, 'after'>,
): Worker {
  const closing = new AbortController();
  const { signal } = closing;
  let wanted = false;
  let running: Promise<void> | null = null;
  let stopTimer: Stop | null = null;

  async function run(): Promise<void> {
    try {
      while (wanted && !signal.aborted) {
        wanted = false;
        await task(signal);
      }
    } catch (error) {
      onError(error);
    }
  }

  function wake(): void {
    wanted = true;
    if (running !== null || signal.aborted) return;
    running = run().finally(() => {
      running = null;
    });
  }

  return {
    wake,
    wakeWithin(ms) {
      stopTimer ??= scheduler.after(ms, () => {
        stopTimer = null;
        wake();
      });
    },
    async close() {
      closing.abort();
      stopTimer?.();
      await running;
    },
  };
}
