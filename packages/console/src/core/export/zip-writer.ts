import { crc32 } from './crc32.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A file inside a zip, written from its beginning to its end. */
export interface ZipEntry {
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface ZipWriter {
  /** Begins a file. The one before must be closed. */
  open(name: string): ZipEntry;
  /** Writes the list of all files: the end of the zip. */
  finish(): void;
}

interface WrittenEntry {
  name: Bytes;
  offset: number;
  sums: EntrySums;
}

interface EntrySums {
  crc: number;
  compressed: number;
  size: number;
}

/** Sizes follow the data, because they are not known before it; names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
const versionNeeded = 20;
/** The first day a zip can name: the same rows give the same file. */
const firstDay = 0x21;
const largest = 0xffff_ffff;

const encoder = new TextEncoder();

/**
 * Writes a zip piece by piece. Whatever is compressed goes out at once, so that the memory it takes does not grow with
 * the file. The browser compresses.
 */
export function createZipWriter(emit: (part: Bytes) => void): ZipWriter {
  const entries: WrittenEntry[] = [];
  let length = 0;
  const send = (part: Bytes) => {
    length += part.length;
    if (length > largest) throw new Error('The file is too large.');
    emit(part);
  };

  return {
    open(name) {
      const entry: WrittenEntry = {
        name: encoder.encode(name),
        offset: length,
        sums: { crc: 0, compressed: 0, size: 0 },
      };
      entries.push(entry);
      const { sums } = entry;
      send(
        record(
          0x04034b50,
          [...entryFields({ crc: 0, compressed: 0, size: 0 }), [2, entry.name.length], [2, 0]],
          entry.name,
        ),
      );
      const compressor = new CompressionStream('deflate-raw');
      const input = compressor.writable.getWriter();
      const drained = drain(compressor.readable, (part) => {
        sums.compressed += part.length;
        send(part);
      });
      // Whoever writes or closes hears of a failure; nobody else has to.
      drained.catch(() => undefined);
      return {
        async write(text) {
          const bytes = encoder.encode(text);
          sums.crc = crc32(bytes, sums.crc);
          sums.size += bytes.length;
          await input.write(bytes);
        },
        async close() {
          await Promise.all([input.close(), drained]);
          send(
            record(0x08074b50, [
              [4, sums.crc],
              [4, sums.compressed],
              [4, sums.size],
            ]),
          );
        },
      };
    },

    finish() {
      const start = length;
      for (const { name, offset, sums } of entries) {
        const places: Field[] = [
          [2, name.length],
          [2, 0],
          [2, 0],
          [2, 0],
          [2, 0],
          [4, 0],
          [4, offset],
        ];
        send(record(0x02014b50, [[2, versionNeeded], ...entryFields(sums), ...places], name));
      }
      const count = entries.length;
      send(
        record(0x06054b50, [
          [2, 0],
          [2, 0],
          [2, count],
          [2, count],
          [4, length - start],
          [4, start],
          [2, 0],
        ]),
      );
    },
  };
}

async function drain(readable: ReadableStream<Bytes>, take: (part: Bytes) => void): Promise<void> {
  const reader = readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) take(next.value);
}

/** A number and how many bytes it takes. */
type Field = readonly [bytes: 2 | 4, value: number];

/** What the head of a file and its line in the list have in common. */
function entryFields({ crc, compressed, size }: EntrySums): Field[] {
  return [
    [2, versionNeeded],
    [2, flags],
    [2, deflated],
    [2, 0],
    [2, firstDay],
    [4, crc],
    [4, compressed],
    [4, size],
  ];
}

/** One of the zip's own records: its signature, its fields, and bytes that follow them. */
function record(signature: number, fields: readonly Field[], tail: Bytes = new Uint8Array()): Bytes {
  const length = fields.reduce((sum, [bytes]) => sum + bytes, 4);
  const bytes = new Uint8Array(length + tail.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, signature, true);
  let place = 4;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(place, value, true);
    else view.setUint32(place, value, true);
    place += width;
  }
  bytes.set(tail, length);
  return bytes;
}
