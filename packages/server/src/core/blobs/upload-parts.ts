import type { Readable } from 'node:stream';

export interface NewPart {
  /** The id of the upload, a file name without folders. */
  id: string;
  /** How many bytes the caller believes to be there. */
  offset: number;
  /** Its buffers are freed when they were written. */
  bytes: Readable;
  /** The size of the whole file, if it is known. It lets a store keep a file that comes in one request in one place. */
  size?: number;
  signal?: AbortSignal;
  /** Called with each piece before it is written; throws to refuse it. */
  check?: (piece: Buffer) => void;
  /** Called with a file that begins with the bytes of this part; throws to refuse the upload. */
  inspect?: (path: string) => Promise<void>;
}

/** The received bytes of unfinished uploads. Rows of the caller say which uploads there are. */
export interface UploadParts {
  /** True when several servers share the uploads: the next part may arrive at another one. */
  isShared: boolean;
  /** Begins an upload with no bytes. */
  create(id: string): Promise<void>;
  /** How many bytes were received; null when the bytes of this upload are gone. */
  received(id: string): Promise<number | null>;
  /**
   * Adds a stream to the end of an upload and returns how many bytes it has then. Bytes that arrived before a failure stay, as far
   * as the store can keep them. Throws `PartConflict` when another part was added at this offset meanwhile.
   */
  append(part: NewPart): Promise<number>;
  /** Begins to flush what was added, so that little is left to flush at the end. */
  flushInBackground(id: string): void;
  /** All bytes, for `BlobStore.stage`: a file, which may be moved away, or a stream. */
  source(id: string): Promise<string | Readable>;
  /** Deletes what is left of an upload whose bytes are stored. What cannot be deleted now is left to the sweep. */
  settle(id: string): Promise<void>;
  /** Deletes an upload. Deleting a missing one is no error. */
  delete(id: string): Promise<void>;
  /** Lists the uploads of which there are bytes, also of uploads that were finished or deleted. */
  list(): Promise<string[]>;
}

/** Another part was added at the same offset, or the upload was deleted. Nothing of this part was kept. */
export class PartConflict extends Error {
  constructor() {
    super('Another part of this upload was stored first.');
    this.name = 'PartConflict';
  }
}
