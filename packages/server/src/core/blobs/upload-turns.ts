import { EventEmitter, once } from 'node:events';
import { AppError } from '../app-error.ts';

/** Two connections may bring two pieces in the wrong order, but not long after one another. */
const joinsWithinMs = 3000;

interface Turn {
  /** Where in the file it begins. */
  offset: number;
  abort: AbortController;
  done: Promise<unknown>;
}

/** Lets one write to an upload at a time, in the order of the file. */
export function createUploadTurns() {
  const turns = new Map<string, Turn[]>();
  const joined = new EventEmitter<Record<string, [offset: number]>>().setMaxListeners(0);

  return {
    /** Whether somebody who writes in front of this place joins soon. */
    async joins(id: string, offset: number): Promise<boolean> {
      const signal = AbortSignal.timeout(joinsWithinMs);
      try {
        while (!turns.get(id)?.some((turn) => turn.offset < offset)) await once(joined, id, { signal });
        return true;
      } catch {
        return false;
      }
    },

    /**
     * Does the work when it is its turn. A piece that lies behind those under way waits for them: its sender did not wait
     * for their answer. Otherwise whoever comes later is right: the connections before are most likely broken, and nobody
     * noticed yet.
     */
    async take<Result>(id: string, offset: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
      const before = [...(turns.get(id) ?? [])];
      if (before.some((turn) => turn.offset >= offset)) for (const turn of before) turn.abort.abort();
      const abort = new AbortController();
      const done = (async () => {
        await Promise.allSettled(before.map((turn) => turn.done));
        if (abort.signal.aborted) throw new AppError('upload_interrupted');
        return await work(abort.signal);
      })();
      const turn = { offset, abort, done };
      turns.set(id, [...before, turn]);
      joined.emit(id, offset);
      try {
        return await done;
      } finally {
        const left = (turns.get(id) ?? []).filter((other) => other !== turn);
        if (left.length > 0) turns.set(id, left);
        else turns.delete(id);
      }
    },
  };
}
