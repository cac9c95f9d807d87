import { rm } from 'node:fs/promises';
import type { ContentVariant } from '@fairwatch/contract';
import { WrongHash, type BlobStore, type ReadableBlobs, type StagedBlob } from '../blob-store.ts';
import { digestStaged } from '../file-blobs.ts';
import type { S3Objects } from './s3-objects.ts';

/** The prefix of all blobs in the bucket. */
export const blobPrefix = 'blobs/';

/** A larger blob is first looked for under its name, because many devices may send the same one. */
const worthLookingBytes = 256 * 1024;

/**
 * Stores blobs as `blobs/<name>` in a bucket. Bytes are hashed into a temporary file of this machine, where their type is
 * detected and thumbnails are made, and then sent. An object is either complete or absent.
 */
export function createS3Blobs(objects: S3Objects, temporaryPath: () => Promise<string>): BlobStore {
  return {
    async stage(source, announced, hashed = null): Promise<StagedBlob> {
      const path = typeof source === 'string' ? source : await temporaryPath();
      const discard = () => rm(path, { force: true });
      let thumbnail: Uint8Array | null = null;
      let uploadedAs: string | null = null;
      try {
        const { hash: sha256, size } = await digestStaged(source, hashed, path);
        if (announced !== null && sha256 !== announced) throw new WrongHash();
        const isThere = async (name: string) => (await objects.stat(keyOf(name, 'full')))?.size === size;
        return {
          path,
          sha256,
          size,
          async addThumbnail(picture) {
            thumbnail = picture;
          },
          async upload(name) {
            if (thumbnail !== null) await objects.put(keyOf(name, 'thumbnail'), { body: thumbnail });
            const isKnown = size >= worthLookingBytes && (await isThere(name));
            if (!isKnown) await objects.put(keyOf(name, 'full'), { body: { path, size }, sha256 });
            uploadedAs = name;
          },
          async place(name) {
            // The store is not asked again: the bytes of a name are there until its row is condemned, and the caller holds the row.
            if (uploadedAs !== name) throw new Error('A blob is uploaded before it is placed.');
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

    async delete(name) {
      await objects.delete([keyOf(name, 'thumbnail'), keyOf(name, 'full')]);
    },
  };
}

/** Opens the blobs read-only. */
export function readS3Blobs(objects: S3Objects): ReadableBlobs {
  return {
    stat: (name, variant) => objects.stat(keyOf(name, variant)),
    open: (name, variant, range) => objects.open(keyOf(name, variant), range),
  };
}

function keyOf(name: string, variant: ContentVariant): string {
  return `${blobPrefix}${name}${variant === 'full' ? '' : '.thumbnail'}`;
}
