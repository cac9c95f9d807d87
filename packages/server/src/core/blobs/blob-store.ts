import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ContentVariant } from '@fairwatch/contract';

/** Bytes that are verified and flushed to a temporary file, but not yet visible under a name. */
export interface StagedBlob {
  /** The temporary file. */
  path: string;
  sha256: string;
  size: number;
  /** Stages a thumbnail of the blob beside it. */
  addThumbnail(bytes: Uint8Array): Promise<void>;
  /**
   * Sends the bytes to a remote store. Call it before the transaction that calls `place`, because it may take minutes. Nothing
   * happens where blobs are files of this machine. May be repeated.
   */
  upload(name: string): Promise<void>;
  /**
   * Makes the blob visible under its name: renames the files to their final names, unless `upload` did it. Idempotent: a blob that is
   * already there stays.
   */
  place(name: string): Promise<void>;
  /** Resolves once the rename survives a power cut (the folder is flushed). Deletes temporary files that are left. */
  settle(): Promise<void>;
  /** Deletes the temporary files that were not placed. */
  discard(): Promise<void>;
}

/** A range of bytes, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Stores bytes under names: the SHA-256 of the bytes, a dot and a random part. Whoever deletes a name never uses it again, so a deletion
 * that a slow store carries out late cannot take the same bytes that were stored anew. Names without a random part are from older versions.
 */
export interface BlobStore {
  /**
   * Stages a finished file (moved, not copied) or a stream. Throws `WrongHash` and leaves nothing behind when the bytes do not
   * match; null accepts any bytes. `hashed` is a hash computed while the file was written, so that it is not read again.
   */
  stage(source: string | Readable, sha256: string | null, hashed?: string | null): Promise<StagedBlob>;
  /** The size in bytes; null when there is no such blob. */
  stat(name: string, variant: ContentVariant): Promise<{ size: number } | null>;
  open(name: string, variant: ContentVariant, range?: ByteRange): Readable;
  /** Deletes a blob and its thumbnail. Deleting a missing blob is no error. */
  delete(name: string): Promise<void>;
}

/** A name for these bytes that was never used before. */
export function newBlobName(sha256: string): string {
  return `${sha256}.${randomBytes(8).toString('hex')}`;
}

/** The read-only part, for processes beside the server. */
export type ReadableBlobs = Pick<BlobStore, 'stat' | 'open'>;

/** The bytes do not have the announced hash. */
export class WrongHash extends Error {
  constructor() {
    super('The bytes have another SHA-256 than announced.');
    this.name = 'WrongHash';
  }
}
