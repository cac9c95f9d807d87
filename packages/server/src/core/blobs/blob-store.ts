import type { Readable } from 'node:stream';
import type { ContentVariant } from '@fairwatch/contract';

/** Bytes whose hash was checked and that are safe on the disk, but in no place yet. */
export interface StagedBlob {
  /** Where they lie until then. */
  path: string;
  sha256: string;
  size: number;
  /** Adds the small picture that was made of them. */
  addThumbnail(bytes: Uint8Array): Promise<void>;
  /** Puts all of it in its place: quick, and without harm where the same bytes lie already. */
  place(): Promise<void>;
  /** Resolves when the place itself is safe from a power cut. */
  settle(): Promise<void>;
  /** Deletes what was not placed. */
  discard(): Promise<void>;
}

/** Which bytes of a file, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where the bytes of files lie, each under its SHA-256 and therefore once. One machine needs no more than its disk. */
export interface BlobStore {
  /**
   * Takes a finished file, which is moved, or a stream. A WrongHash leaves nothing behind. Without a hash, the bytes may be
   * any. `hashed` is the hash of a finished file where somebody took it while it was written: then it is not read again.
   */
  stage(source: string | Readable, sha256: string | null, hashed?: string | null): Promise<StagedBlob>;
  /** How large it is; null when there is none. */
  stat(sha256: string, variant: ContentVariant): Promise<{ size: number } | null>;
  open(sha256: string, variant: ContentVariant, range?: ByteRange): Readable;
  /** Deletes the bytes and their small picture. What is not there is no error. */
  delete(sha256: string): Promise<void>;
}

/** As far as somebody who only reads needs it. */
export type ReadableBlobs = Pick<BlobStore, 'stat' | 'open'>;

/** The bytes are not those that were announced. */
export class WrongHash extends Error {
  constructor() {
    super('The bytes have another SHA-256 than announced.');
    this.name = 'WrongHash';
  }
}
