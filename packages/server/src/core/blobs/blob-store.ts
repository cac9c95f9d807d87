import type { Readable } from 'node:stream';
import type { ContentVariant } from '@fairwatch/contract';

/** Bytes that are verified and flushed to a temporary file, but not yet visible under their hash. */
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
  upload(): Promise<void>;
  /**
   * Makes the blob visible under its hash: renames the files to their final names, or verifies what `upload` sent. Idempotent:
   * a blob that is already there stays.
   */
  place(): Promise<void>;
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

/** Content-addressed storage: each file is stored once, under its SHA-256. */
export interface BlobStore {
  /** True for a store that several servers share, and whose bytes arrive before their row is complete (`StagedBlob.upload`). */
  isRemote: boolean;
  /**
   * Stages a finished file (moved, not copied) or a stream. Throws `WrongHash` and leaves nothing behind when the bytes do not
   * match; null accepts any bytes. `hashed` is a hash computed while the file was written, so that it is not read again.
   */
  stage(source: string | Readable, sha256: string | null, hashed?: string | null): Promise<StagedBlob>;
  /** The size in bytes; null when there is no such blob. */
  stat(sha256: string, variant: ContentVariant): Promise<{ size: number } | null>;
  open(sha256: string, variant: ContentVariant, range?: ByteRange): Readable;
  /** Deletes a blob and its thumbnail. Deleting a missing blob is no error. */
  delete(sha256: string): Promise<void>;
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
