import type { BlobStore } from '../../core/blobs/blob-store.ts';

type Operation = 'stage' | 'stat' | 'open' | 'delete';

/** Tells `count` of each request to a store for files, and whether it failed. */
export function countBlobs(
  blobs: BlobStore,
  count: (operation: Operation, outcome: 'done' | 'failed') => void,
): BlobStore {
  async function counted<Result>(operation: Operation, work: Promise<Result>): Promise<Result> {
    try {
      const result = await work;
      count(operation, 'done');
      return result;
    } catch (error) {
      count(operation, 'failed');
      throw error;
    }
  }
  return {
    ...blobs,
    stage: (...given) => counted('stage', blobs.stage(...given)),
    stat: (...given) => counted('stat', blobs.stat(...given)),
    delete: (...given) => counted('delete', blobs.delete(...given)),
    open(...given) {
      const stream = blobs.open(...given);
      stream.once('end', () => count('open', 'done'));
      stream.once('error', () => count('open', 'failed'));
      return stream;
    },
  };
}
