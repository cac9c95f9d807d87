import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** One file of an archive. */
export interface ZipPart {
  name: string;
  modified: Date;
  /** False where the bytes are compressed already: deflating them again takes time and saves nothing. */
  compress: boolean;
  /** The size in bytes, where it may be 4 GB or more. */
  size?: number;
  /** Called when its turn comes, so that one file is open at a time. */
  open(): AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
}

/** A part that is being written, as the records of the archive describe it. */
interface Entry {
  name: Buffer;
  modified: Date;
  crc: number;
  packed: number;
  size: number;
  offset: number;
  zip64: boolean;
}

const max32 = 0xffff_ffff;
const max16 = 0xffff;
const versions = { plain: 20, zip64: 45 };
/** Size and checksum follow the bytes (a data descriptor), since a stream cannot go back; names are UTF-8. */
const flags = (1 << 3) | (1 << 11);
const deflate = 8;

/**
 * Writes a ZIP file (APPNOTE 6.3) as a stream: only its directory is kept in memory. Large parts, and archives that become large, use
 * ZIP64; `wide` uses it throughout. Every part is deflated, at level 0 where it is not to be compressed: programs that read
 * an archive as a stream cannot find the end of a stored part.
 */
export async function* zipStream(
  parts: AsyncIterable<ZipPart> | Iterable<ZipPart>,
  { wide = false } = {},
): AsyncGenerator<Uint8Array> {
  const entries: Entry[] = [];
  let position = 0;
  const counted = (bytes: Uint8Array): Uint8Array => {
    position += bytes.length;
    return bytes;
  };
  for await (const { name, modified, compress, size = 0, open } of parts) {
    const zip64 = wide || size >= max32;
    const entry: Entry = { name: Buffer.from(name), modified, crc: 0, packed: 0, size: 0, offset: position, zip64 };
    yield counted(localHeader(entry));
    const start = position;
    for await (const piece of deflated(open(), entry, compress)) yield counted(piece);
    entry.packed = position - start;
    if (!zip64 && Math.max(entry.size, entry.packed) >= max32) throw new Error(`${name} is too large.`);
    yield counted(dataDescriptor(entry));
    entries.push(entry);
  }
  const start = position;
  for (const entry of entries) yield counted(centralHeader(entry));
  const directory = { count: entries.length, size: position - start, start };
  if (wide || directory.count >= max16 || position >= max32) yield zip64End(directory, position);
  yield endOfDirectory(directory);
}

/** Yields the deflated bytes of a part, and keeps its size and checksum. */
function deflated(source: ReturnType<ZipPart['open']>, entry: Entry, compress: boolean): AsyncIterable<Uint8Array> {
  async function* measured() {
    for await (const piece of source) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  }
  const packed = createDeflateRaw({ level: compress ? 6 : 0 });
  // A reader that stops destroys the last stream, and `pipeline` the others with it; an error reaches the reader.
  pipeline(measured(), packed, () => undefined);
  return packed;
}

type Field = readonly [bytes: 2 | 4 | 8, value: number];

/** Numbers one after the other, the lowest byte first. */
function fields(...list: readonly Field[]): Buffer {
  return Buffer.concat(
    list.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value));
      else buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}

/** What the header of a part and its line in the directory have in common. */
function commonFields({ modified, zip64, name }: Entry, { crc, packed, size }: Sums, extra: Buffer): Field[] {
  // Two seconds are the finest that the format knows; in UTC, since it has no time zone.
  const time = (modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5) | (modified.getUTCSeconds() >> 1);
  const date = ((modified.getUTCFullYear() - 1980) << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate();
  return [
    [2, extra.length > 0 ? versions.zip64 : versions.plain],
    [2, flags],
    [2, deflate],
    [2, time],
    [2, date],
    [4, crc],
    [4, zip64 ? max32 : packed],
    [4, zip64 ? max32 : size],
    [2, name.length],
    [2, extra.length],
  ];
}

type Sums = Pick<Entry, 'crc' | 'packed' | 'size'>;

function localHeader(entry: Entry): Buffer {
  const extra = entry.zip64 ? fields([2, 1], [2, 16], [8, 0], [8, 0]) : Buffer.alloc(0);
  const common = commonFields(entry, { crc: 0, packed: 0, size: 0 }, extra);
  return Buffer.concat([fields([4, 0x04034b50], ...common), entry.name, extra]);
}

function dataDescriptor({ crc, packed, size, zip64 }: Entry): Buffer {
  const width = zip64 ? 8 : 4;
  return fields([4, 0x08074b50], [4, crc], [width, packed], [width, size]);
}

function centralHeader(entry: Entry): Buffer {
  const { size, packed, offset, zip64, name } = entry;
  const isFar = offset >= max32;
  const sizes: Field[] = zip64
    ? [
        [8, size],
        [8, packed],
      ]
    : [];
  const large: Field[] = isFar ? [...sizes, [8, offset]] : sizes;
  const extra = large.length === 0 ? Buffer.alloc(0) : fields([2, 1], [2, large.length * 8], ...large);
  const common = commonFields(entry, entry, extra);
  const place = fields([2, 0], [2, 0], [2, 0], [4, 0], [4, isFar ? max32 : offset]);
  return Buffer.concat([fields([4, 0x02014b50], [2, versions.zip64], ...common), place, name, extra]);
}

interface Directory {
  count: number;
  size: number;
  start: number;
}

/** The end of the directory in ZIP64, and the record that says where it is. */
function zip64End({ count, size, start }: Directory, position: number): Buffer {
  const { zip64 } = versions;
  const sums: Field[] = [
    [8, count],
    [8, count],
    [8, size],
    [8, start],
  ];
  const end = fields([4, 0x06064b50], [8, 44], [2, zip64], [2, zip64], [4, 0], [4, 0], ...sums);
  return Buffer.concat([end, fields([4, 0x07064b50], [4, 0], [8, position], [4, 1])]);
}

function endOfDirectory({ count, size, start }: Directory): Buffer {
  const few = Math.min(count, max16);
  const sums: Field[] = [
    [2, few],
    [2, few],
    [4, Math.min(size, max32)],
    [4, Math.min(start, max32)],
  ];
  return fields([4, 0x06054b50], [2, 0], [2, 0], ...sums, [2, 0]);
}
