import { open, type FileHandle } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';

/** The size of one write. Large writes keep the number of system calls low. */
const slabBytes = 1024 * 1024;
const keptSlabs = 8;
const slabs: Buffer[] = [];

interface Append {
  path: string;
  bytes: Readable;
  signal?: AbortSignal;
  /** Called with each piece before it is written; throws to refuse it. */
  check?: (piece: Buffer) => void;
}

/**
 * Appends a stream to a file with double buffering: one buffer is filled while the other is
 * written, so network buffers are released at once even when the disk is slow. Bytes that arrived before an abort stay. Returns
 * how many bytes were written.
 */
export async function appendBytes({ path, bytes, signal, check }: Append): Promise<number> {
  const file = await open(path, 'a', 0o600);
  const pair = [slabs.pop() ?? Buffer.allocUnsafeSlow(slabBytes), slabs.pop() ?? Buffer.allocUnsafeSlow(slabBytes)];
  const writer = createSlabWriter(file, pair);
  let written = 0;
  try {
    for await (const piece of (signal ? addAbortSignal(signal, bytes) : bytes) as AsyncIterable<Buffer>) {
      check?.(piece);
      await writer.take(piece);
      written += piece.length;
    }
    return written;
  } finally {
    await writer.finish().finally(() => file.close());
    if (slabs.length < keptSlabs) slabs.push(...pair);
  }
}

function createSlabWriter(file: FileHandle, [first, second]: Buffer[]) {
  let [filling, resting] = [first as Buffer, second as Buffer];
  let filled = 0;
  let written: Promise<void> = Promise.resolve();

  /** Starts writing the filled buffer after the previous write has ended, and swaps the two. */
  async function swap(): Promise<void> {
    await written;
    written = file.appendFile(filling.subarray(0, filled));
    // The next await of `written` reports the failure; this only prevents an unhandled rejection.
    written.catch(() => undefined);
    [filling, resting] = [resting, filling];
    filled = 0;
  }

  return {
    async take(piece: Buffer): Promise<void> {
      for (let from = 0; from < piece.length;) {
        const copied = piece.copy(filling, filled, from);
        from += copied;
        filled += copied;
        if (filled === filling.length) await swap();
      }
    },

    async finish(): Promise<void> {
      if (filled > 0) await swap();
      await written;
    },
  };
}
