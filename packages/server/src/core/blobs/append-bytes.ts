import { open, type FileHandle } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';

/** So much is written at a time: few writes, each large. */
const slabBytes = 1024 * 1024;
const keptSlabs = 8;
const slabs: Buffer[] = [];

interface Append {
  path: string;
  bytes: Readable;
  signal: AbortSignal;
  /** Sees every piece before it is taken; throws when it may not be. */
  check: (piece: Buffer) => void;
}

/**
 * Adds bytes to the end of a file. They are gathered in slabs, two by turns, of which one is filled while the other is
 * written: what came from the network can be let go of at once, however slow the disk is. What arrived before a cut stays.
 */
export async function appendBytes({ path, bytes, signal, check }: Append): Promise<void> {
  const file = await open(path, 'a', 0o600);
  const pair = [slabs.pop() ?? Buffer.allocUnsafeSlow(slabBytes), slabs.pop() ?? Buffer.allocUnsafeSlow(slabBytes)];
  const writer = createSlabWriter(file, pair);
  try {
    for await (const piece of addAbortSignal(signal, bytes) as AsyncIterable<Buffer>) {
      check(piece);
      await writer.take(piece);
    }
  } finally {
    await writer.finish().finally(() => file.close());
    if (slabs.length < keptSlabs) slabs.push(...pair);
  }
}

function createSlabWriter(file: FileHandle, [first, second]: Buffer[]) {
  let [filling, resting] = [first as Buffer, second as Buffer];
  let filled = 0;
  let written: Promise<void> = Promise.resolve();

  /** Hands over what is full, once the one before is on the disk. */
  async function turn(): Promise<void> {
    await written;
    written = file.appendFile(filling.subarray(0, filled));
    // Told by whoever awaits it next.
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
        if (filled === filling.length) await turn();
      }
    },

    async finish(): Promise<void> {
      if (filled > 0) await turn();
      await written;
    },
  };
}
