import { createHash } from 'node:crypto';
import { limits } from '@fairwatch/contract';

const { chunkBytes } = limits.file;

/** A file of a given size that is made as it is read: a film by its first bytes, each chunk unlike all others. */
export interface MadeFile {
  name: string;
  size: number;
  sha256: string;
  /** The chunks. They share one buffer, so each must be used before the next one is requested. */
  chunks(): Generator<Buffer>;
}

const noise = Buffer.alloc(chunkBytes);
for (let at = 0; at < noise.length; at += 4) noise.writeUInt32LE((at * 2_654_435_761) % 2 ** 32, at);

export function makeFile(place: number, size: number): MadeFile {
  function* chunks(): Generator<Buffer> {
    for (let offset = 0; offset < size; offset += chunkBytes) {
      noise.write('\0\0\0\u0018ftypmp42', 'latin1');
      noise.writeUInt32LE(place, 16);
      noise.writeUInt32LE(offset / chunkBytes, 20);
      yield noise.subarray(0, Math.min(chunkBytes, size - offset));
    }
  }
  const hash = createHash('sha256');
  for (const chunk of chunks()) hash.update(chunk);
  return { name: `Film ${place}.mp4`, size, sha256: hash.digest('hex'), chunks };
}
