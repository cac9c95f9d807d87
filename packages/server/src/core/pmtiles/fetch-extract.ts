import { open } from 'node:fs/promises';
import type { ExtractPlan } from './extract-plan.ts';
import type { RangeSource } from './range-source.ts';

interface FetchOptions {
  /** The new file. It is created, or continued after the copies that are done. */
  path: string;
  /** How many copies of the plan the file has already. */
  done: number;
  signal: AbortSignal;
  /** Called after each copy, in their order: how many are in the file now, and how many bytes were read for them. */
  onStep: (done: number, bytes: number) => Promise<void>;
}

/** Requests at once. More would be a burden for a host that is free for all. */
const atOnce = 4;

/** Reads the tiles of a plan into a file, a few requests at once. The file is complete and flushed when it resolves. */
export async function fetchExtract(
  source: RangeSource,
  { start, copies, fileBytes }: ExtractPlan,
  { path, done, signal, onStep }: FetchOptions,
): Promise<void> {
  const file = await open(path, done === 0 ? 'w' : 'r+', 0o600);
  try {
    await file.write(start, 0, start.length, 0);
    let bytes = copies.slice(0, done).reduce((sum, { length }) => sum + length, 0);
    for (let next = done; next < copies.length; next += atOnce) {
      signal.throwIfAborted();
      const batch = copies.slice(next, next + atOnce);
      const results = await Promise.allSettled(
        batch.map(async ({ from, length, parts }) => {
          const read = await source.read({ offset: from, length });
          for (const { skip, length: partLength, to } of parts) await file.write(read, skip, partLength, to);
        }),
      );
      // All of them have ended then: none writes to a file that is closed.
      for (const result of results) if (result.status === 'rejected') throw result.reason;
      bytes += batch.reduce((sum, { length }) => sum + length, 0);
      await onStep(next + batch.length, bytes);
    }
    await file.truncate(fileBytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
