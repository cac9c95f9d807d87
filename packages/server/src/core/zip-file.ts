import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import {
  centralHeader,
  dosTime,
  endOfDirectory,
  fields,
  localHeader,
  max16,
  max32,
  type Entry,
} from './zip-records.ts';

/** What a part of an archive is made of, as it is read. */
export type Bytes = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

interface Options {
  /** Deflates it; left out where the bytes are compressed already. */
  compress: boolean;
  /** How many bytes come at most, where that may be 4 GB or more. */
  maxSize?: number;
}

interface ZipOptions {
  wide?: boolean;
  onWritten?: (bytes: number) => Promise<void>;
}

const entriesPerWrite = 1000;

/**
 * Writes a ZIP file (APPNOTE 6.3) part by part, so that it never is in memory. Sizes and checksums are put into each part's
 * header once they are known. Large files and many of them use ZIP64.
 */
export class ZipFile {
  readonly #file: FileHandle;
  readonly #entries: Entry[] = [];
  readonly #modified: Date;
  readonly #wide: boolean;
  readonly #onWritten: (bytes: number) => Promise<void>;
  #position = 0;

  /**
   * `wide` uses ZIP64 throughout, also where nothing is large. `onWritten` is told after each write how many bytes the file
   * has; when it throws, writing ends.
   */
  constructor(file: FileHandle, modified: Date, { wide = false, onWritten = async () => undefined }: ZipOptions = {}) {
    this.#file = file;
    this.#modified = modified;
    this.#wide = wide;
    this.#onWritten = onWritten;
  }

  /** Appends a part. A signal ends it early; then the file is of no use. */
  async add(name: string, bytes: Bytes, { compress, maxSize = 0 }: Options, signal?: AbortSignal): Promise<void> {
    const entry: Entry = {
      name: Buffer.from(name),
      method: compress ? 8 : 0,
      ...dosTime(this.#modified),
      crc: 0,
      packed: 0,
      size: 0,
      offset: this.#position,
      zip64: this.#wide || maxSize >= max32,
      streamed: false,
    };
    await this.#write(localHeader(entry));
    const start = this.#position;
    async function* counted() {
      for await (const piece of bytes) {
        const buffer = typeof piece === 'string' ? Buffer.from(piece) : piece;
        entry.crc = crc32(buffer, entry.crc);
        entry.size += buffer.length;
        yield buffer;
      }
    }
    const write = async (pieces: AsyncIterable<Uint8Array>) => {
      for await (const piece of pieces) await this.#write(piece);
    };
    const source = Readable.from(counted(), { objectMode: false });
    if (compress) await pipeline(source, createDeflateRaw(), write, { signal });
    else await pipeline(source, write, { signal });
    entry.packed = this.#position - start;
    if (!entry.zip64 && Math.max(entry.size, entry.packed) >= max32) throw new Error(`${name} is too large.`);
    await this.#writeAt(localHeader(entry), entry.offset);
    this.#entries.push(entry);
  }

  /** Writes the directory at the end. Without it the file is not whole. */
  async finish(): Promise<void> {
    const start = this.#position;
    for (let done = 0; done < this.#entries.length; done += entriesPerWrite) {
      await this.#write(Buffer.concat(this.#entries.slice(done, done + entriesPerWrite).map(centralHeader)));
    }
    const size = this.#position - start;
    const count = this.#entries.length;
    if (this.#wide || count >= max16 || start >= max32 || size >= max32) {
      const end = this.#position;
      await this.#write(
        fields(
          [4, 0x06064b50],
          [8, 44],
          [2, 45],
          [2, 45],
          [4, 0],
          [4, 0],
          [8, count],
          [8, count],
          [8, size],
          [8, start],
        ),
      );
      await this.#write(fields([4, 0x07064b50], [4, 0], [8, end], [4, 1]));
    }
    await this.#write(endOfDirectory({ count, size, start }));
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#writeAt(bytes, this.#position);
    this.#position += bytes.length;
    await this.#onWritten(this.#position);
  }

  /** A disk may take less than it is given at once. */
  async #writeAt(bytes: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, position + done);
      done += bytesWritten;
    }
  }
}
