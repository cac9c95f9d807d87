import { EventEmitter, once } from 'node:events';
import { AppError } from '../app-error.ts';

/** How long a piece waits for the one before it. Two connections may deliver pieces out of order, but only by moments. */
const earlierWriterWithinMs = 3000;

interface Writer {
  /** The offset in the file at which it begins to write. */
  offset: number;
  abort: AbortController;
  done: Promise<unknown>;
}

/** Serializes the writes to each upload in the order of their offsets. */
export function createUploadLocks() {
  const writers = new Map<string, Writer[]>();
  const joined = new EventEmitter<Record<string, [offset: number]>>().setMaxListeners(0);

  return {
    /** Resolves to true once a write at an earlier offset is queued, to false when none arrives in time. */
    async waitForEarlierWriter(id: string, offset: number): Promise<boolean> {
      const signal = AbortSignal.timeout(earlierWriterWithinMs);
      try {
        while (!writers.get(id)?.some((writer) => writer.offset < offset)) await once(joined, id, { signal });
        return true;
      } catch {
        return false;
      }
    },

    /**
     * Runs `work` under the upload's lock. A write behind all queued ones waits for them, because its sender pipelines pieces.
     * Any other write aborts the queued ones: the client has restarted from an earlier offset, so the older connections are
     * most likely broken. An aborted write fails with `upload_interrupted`.
     */
    async run<Result>(id: string, offset: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
      const before = [...(writers.get(id) ?? [])];
      if (before.some((writer) => writer.offset >= offset)) for (const writer of before) writer.abort.abort();
      const abort = new AbortController();
      const done = (async () => {
        await Promise.allSettled(before.map((writer) => writer.done));
        if (abort.signal.aborted) throw new AppError('upload_interrupted');
        return await work(abort.signal);
      })();
      const writer = { offset, abort, done };
      writers.set(id, [...before, writer]);
      joined.emit(id, offset);
      try {
        return await done;
      } finally {
        const left = (writers.get(id) ?? []).filter((other) => other !== writer);
        if (left.length > 0) writers.set(id, left);
        else writers.delete(id);
      }
    },
  };
}
