import { buffer } from 'node:stream/consumers';
import { WrongHash, type BlobStore, type ReadableBlobs } from '../blobs/blob-store.ts';
import { readBlobs, type BlobToCopy } from '../blobs/blobs.store.ts';
import type { Database } from '../database/schema.ts';

const blobsPerStep = 500;

export interface CopiedBlobs {
  files: number;
  bytes: number;
  /** Named by a row, and not to be had where they were copied from. */
  absent: BlobToCopy[];
}

/** Copies every blob that the database names, each checked by its hash. */
export async function copyBlobs(
  db: Database,
  from: ReadableBlobs,
  to: BlobStore,
  stop?: AbortSignal,
): Promise<CopiedBlobs> {
  const copied: CopiedBlobs = { files: 0, bytes: 0, absent: [] };
  for (let after = ''; ;) {
    const blobs = await readBlobs(db, after, blobsPerStep);
    for (const blob of blobs) {
      stop?.throwIfAborted();
      if (await copyBlob(blob, from, to)) {
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

/** False when it is not there, or its bytes are no longer those of its name. */
async function copyBlob({ sha256, thumbnail }: BlobToCopy, from: ReadableBlobs, to: BlobStore): Promise<boolean> {
  if ((await from.stat(sha256, 'full')) === null) return false;
  const small = thumbnail && (await from.stat(sha256, 'thumbnail')) !== null;
  try {
    const staged = await to.stage(from.open(sha256, 'full'), sha256);
    if (small) await staged.addThumbnail(await buffer(from.open(sha256, 'thumbnail')));
    await staged.place();
    await staged.settle();
    return true;
  } catch (error) {
    if (error instanceof WrongHash) return false;
    throw error;
  }
}
