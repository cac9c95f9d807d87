import { rm } from 'node:fs/promises';
import type { ContentVariant } from '@fairwatch/contract';
import { WrongHash, type BlobStore, type ReadableBlobs, type StagedBlob } from './blob-store.ts';
import { digestStaged } from './file-blobs.ts';
import type { S3Objects } from './s3-objects.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/** The prefix of all blobs in the bucket. */
export const blobPrefix = 'blobs/';

/** A larger blob is first looked for in the bucket, because many devices may send the same one. */
const worthLookingBytes = 256 * 1024;

/** After this time `place` asks the store again. The sweep leaves a blob alone for longer than that (`blobs.store.ts`). */
const trustedForMs = 30 * 60_000;

/**
 * Stores blobs as `blobs/<sha256>` in a bucket. Bytes are hashed into a temporary file of this machine, where their type is
 * detected and thumbnails are made, and then sent. An object is either complete or absent.
 */
export function createS3Blobs(objects: S3Objects, temporaryPath: () => Promise<string>): BlobStore {
  return {
    isRemote: true,

    async stage(source, announced, hashed = null): Promise<StagedBlob> {
      const path = typeof source === 'string' ? source : await temporaryPath();
      const discard = () => rm(path, { force: true });
      let thumbnail: Uint8Array | null = null;
      let uploadedAt: number | null = null;
      try {
        const { hash: sha256, size } = await digestStaged(source, hashed, path);
        if (announced !== null && sha256 !== announced) throw new WrongHash();
        const key = keyOf(sha256, 'full');
        const isThere = async () => (await objects.stat(key))?.size === size;
        return {
          path,
          sha256,
          size,
          async addThumbnail(picture) {
            thumbnail = picture;
          },
          async upload() {
            // The time of the beginning counts, because that of the row in the database is before it.
            const beganAt = performance.now();
            if (thumbnail !== null) await objects.put(keyOf(sha256, 'thumbnail'), { body: thumbnail });
            const isKnown = size >= worthLookingBytes && (await isThere());
            if (!isKnown) await objects.put(key, { body: { path, size }, sha256 });
            uploadedAt = beganAt;
          },
          async place() {
            if (uploadedAt === null) throw new Error('A blob is uploaded before it is placed.');
            if (performance.now() - uploadedAt < trustedForMs || (await isThere())) return;
            throw new StoreUnavailable(new Error('The bytes are no longer there.'));
          },
          settle: discard,
          discard,
        };
      } catch (error) {
        await discard();
        throw error;
      }
    },

    ...readS3Blobs(objects),

    async delete(sha256) {
      await objects.delete([keyOf(sha256, 'thumbnail'), keyOf(sha256, 'full')]);
    },
  };
}

/** Opens the blobs read-only. */
export function readS3Blobs(objects: S3Objects): ReadableBlobs {
  return {
    stat: (sha256, variant) => objects.stat(keyOf(sha256, variant)),
    open: (sha256, variant, range) => objects.open(keyOf(sha256, variant), range),
  };
}

function keyOf(sha256: string, variant: ContentVariant): string {
  return `${blobPrefix}${sha256}${variant === 'full' ? '' : '.thumbnail'}`;
}
