import { open, type FileHandle } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { freeBuffer } from './free-buffer.ts';

/** Pieces are collected to this size, which keeps the number of system calls low. */
const batchBytes = 512 * 1024;
/** With so much collected, no more is read until the write before has ended. */
const waitingBytes = 1024 * 1024;
/** The same for their number, since a caller can send one byte at a time. */
const waitingPieces = 1024;

interface Append {
  path: string;
  /** Its buffers are freed when they were written. */
  bytes: Readable;
  signal?: AbortSignal;
  /** Called with each piece before it is written; throws to refuse it. */
  check?: (piece: Buffer) => void;
}

/**
 * Appends a stream to a file: pieces are collected while those before are written. Bytes that arrived before an abort stay. Returns
 * how many bytes were written.
 */
export async function appendBytes({ path, bytes, signal, check }: Append): Promise<number> {
  const file = await open(path, 'a', 0o600);
  const writer = createBatchWriter(file);
  let written = 0;
  try {
    for await (const piece of (signal ? addAbortSignal(signal, bytes) : bytes) as AsyncIterable<Buffer>) {
      check?.(piece);
      written += piece.length;
      await writer.take(piece);
    }
    return written;
  } finally {
    await writer.finish().finally(() => file.close());
  }
}

function createBatchWriter(file: FileHandle) {
  let waiting: Buffer[] = [];
  let size = 0;
  let isWriting = false;
  let written: Promise<void> = Promise.resolve();

  /** Starts writing what waits after the previous write has ended. */
  async function next(): Promise<void> {
    await written;
    written = write(waiting);
    // The next await of `written` reports the failure; this only prevents an unhandled rejection.
    written.catch(() => undefined);
    waiting = [];
    size = 0;
  }

  async function write(batch: Buffer[]): Promise<void> {
    isWriting = true;
    const all = batch.reduce((sum, piece) => sum + piece.length, 0);
    const { bytesWritten } = await file.writev(batch);
    // As when the disk has room for a part of them only: the rest fails, or is written as well.
    if (bytesWritten < all) await file.appendFile(Buffer.concat(batch).subarray(bytesWritten));
    for (const piece of batch) freeBuffer(piece);
    isWriting = false;
  }

  return {
    async take(piece: Buffer): Promise<void> {
      waiting.push(piece);
      size += piece.length;
      const isFull = size >= waitingBytes || waiting.length >= waitingPieces;
      if (isFull || (size >= batchBytes && !isWriting)) await next();
    },

    async finish(): Promise<void> {
      if (waiting.length > 0) await next();
      await written;
    },
  };
}
