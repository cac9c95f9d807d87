import { pipeline, type Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { centralHeader, dataDescriptor, dosTime, endOfDirectory, localHeader, type Entry } from './zip-records.ts';

/** One file of an archive. */
export interface ZipPart {
  name: string;
  modified: Date;
  /** Left out where the bytes are compressed already: deflating them again takes time and saves nothing. */
  compress: boolean;
  /** Opened when its turn comes, so that one file is open at a time. */
  open(): Readable;
}

/**
 * A ZIP file as a stream: nothing is kept but its directory. Sizes and checksums follow each part (a data descriptor), since a stream
 * cannot go back. Without ZIP64, so the whole must stay below 4 GB and 65,535 parts; who asks for it bounds both.
 */
export async function* zipStream(parts: Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const entries: Entry[] = [];
  let position = 0;
  const counted = (bytes: Uint8Array): Uint8Array => {
    position += bytes.length;
    return bytes;
  };
  for (const { name, modified, compress, open } of parts) {
    const entry: Entry = {
      name: Buffer.from(name),
      method: 8,
      ...dosTime(modified),
      crc: 0,
      packed: 0,
      size: 0,
      offset: position,
      zip64: false,
      streamed: true,
    };
    yield counted(localHeader(entry));
    const start = position;
    for await (const piece of deflated(open(), entry, compress)) yield counted(piece);
    entry.packed = position - start;
    yield counted(dataDescriptor(entry));
    entries.push(entry);
  }
  const start = position;
  for (const entry of entries) yield counted(centralHeader(entry));
  yield endOfDirectory({ count: entries.length, size: position - start, start });
}

/** The packed bytes of a part; notes its size and checksum on the way. */
function deflated(source: Readable, entry: Entry, compress: boolean): AsyncIterable<Uint8Array> {
  const noted = async function* (bytes: AsyncIterable<Uint8Array>) {
    for await (const piece of bytes) {
      entry.crc = crc32(piece, entry.crc);
      entry.size += piece.length;
      yield piece;
    }
  };
  // Whoever stops reading destroys the last stream, and `pipeline` the others with it; an error reaches the reader.
  const packed = createDeflateRaw({ level: compress ? 6 : 0 });
  pipeline(source, noted, packed, () => undefined);
  return packed;
}
