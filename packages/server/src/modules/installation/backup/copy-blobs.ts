import { buffer } from 'node:stream/consumers';
import { WrongHash, type BlobStore, type ReadableBlobs } from '../../../core/blobs/blob-store.ts';
import { createSemaphore } from '../../../core/jobs/semaphore.ts';
import { readBlobs, type BlobToCopy } from '../../files/content/blobs.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';

const blobsPerStep = 500;

export interface CopiedBlobs {
  files: number;
  bytes: number;
  /** Blobs that a row refers to and whose bytes are missing or damaged at the source. */
  absent: BlobToCopy[];
}

interface Copy {
  from: ReadableBlobs;
  to: BlobStore;
  /** The name of a blob at the source and at the target. A backup has each under its hash, an installation under the name of its row. */
  names: (blob: BlobToCopy) => { from: string; to: string };
  /** How many blobs are copied at once: one on a disk, several over a network, where each waits for answers. */
  atOnce: number;
  stop?: AbortSignal | undefined;
}

/** Copies every blob that the database refers to, and verifies each by its hash. */
export async function copyBlobs(db: Database, { atOnce, stop, ...between }: Copy): Promise<CopiedBlobs> {
  const copied: CopiedBlobs = { files: 0, bytes: 0, absent: [] };
  const inTurn = createSemaphore(atOnce);
  for (let after = ''; ;) {
    const blobs = await readBlobs(db, after, blobsPerStep);
    const copies = blobs.map((blob) =>
      inTurn(async () => {
        stop?.throwIfAborted();
        return await copyBlob(blob, between);
      }),
    );
    // After a failure nothing may be written any more, so the others are awaited, too.
    await Promise.allSettled(copies);
    for (const [place, blob] of blobs.entries()) {
      if (await copies[place]) {
        copied.files += 1;
        copied.bytes += blob.size;
      } else {
        copied.absent.push(blob);
      }
    }
    after = blobs.at(-1)?.sha256 ?? '';
    if (blobs.length < blobsPerStep) return copied;
  }
}

/** Returns false when the blob is missing, or when its bytes do not match its hash. */
async function copyBlob(blob: BlobToCopy, { from, to, names }: Pick<Copy, 'from' | 'to' | 'names'>): Promise<boolean> {
  const name = names(blob);
  if ((await from.stat(name.from, 'full')) === null) return false;
  const small = blob.thumbnail && (await from.stat(name.from, 'thumbnail')) !== null;
  try {
    const staged = await to.stage(from.open(name.from, 'full'), blob.sha256);
    if (small) await staged.addThumbnail(await buffer(from.open(name.from, 'thumbnail')));
    await staged.upload(name.to);
    await staged.place(name.to);
    await staged.settle();
    return true;
  } catch (error) {
    if (error instanceof WrongHash) return false;
    throw error;
  }
}
