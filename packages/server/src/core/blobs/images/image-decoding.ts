import { limits } from '@fairwatch/contract';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { createSemaphore } from '../../jobs/semaphore.ts';
import { createWeightedSemaphore } from '../../jobs/weighted-semaphore.ts';

const { maxDecodedBytes, maxDecodedBytesAtOnce } = limits.image;
const withinSeconds = 20;

/** The formats that are decoded. Formats that refer to other files, run programs or hold many pages (SVG, PDF) are left out. */
const formats: readonly string[] = ['jpeg', 'png', 'gif', 'webp', 'heif'];

const bytesPerSample: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };
/** Bytes of a sample whose depth is unknown: complex numbers of two 64-bit floats are the largest. */
const largestSample = 16;

/** The header announces a picture that needs more memory than one picture may use. */
export class ImageTooLarge extends Error {
  readonly width: number;
  readonly height: number;

  constructor({ width, height }: Pick<Metadata, 'width' | 'height'>, bytes: number) {
    super(`A picture of ${width} x ${height} pixels would decode to ${bytes} bytes.`);
    this.name = 'ImageTooLarge';
    this.width = width;
    this.height = height;
  }
}

/** Runs one picture of each owner at a time, so that an owner with many pictures does not starve the others. */
const ownerQueue = createKeyedQueue<string>();
/** Bounds the memory of all pictures that are decoded at once. */
const memory = createWeightedSemaphore(maxDecodedBytesAtOnce);
/** Bounds the threads: libuv's few threads also serve the file system. */
const threads = createSemaphore(2);

interface Picture {
  /** A path, or the bytes of the file. */
  source: string | Buffer;
  /** The key of the queue: pictures of one owner are decoded one after the other. */
  owner: string;
}

/**
 * Decodes the first page of a picture. Throws `ImageTooLarge` when width x height x channels x depth of its header exceeds the
 * limit of one picture. Waits until the pictures that are being decoded leave enough memory.
 */
export async function decodeImage(
  { source, owner }: Picture,
  draw: (image: Sharp) => Promise<Buffer>,
): Promise<Buffer> {
  return await ownerQueue(owner, async () => {
    // Loaded lazily, because most starts decode nothing.
    const { default: sharp } = await import('sharp');
    sharp.cache(false);
    sharp.concurrency(1);
    const header = await sharp(source, { limitInputPixels: false, pages: 1 }).metadata();
    const bytes = decodedBytes(header);
    if (bytes > maxDecodedBytes) throw new ImageTooLarge(header, bytes);
    // Every pixel takes at least a byte, so the library's pixel limit is a second check of the same bound.
    const options: SharpOptions = {
      limitInputPixels: maxDecodedBytes,
      failOn: 'error',
      sequentialRead: true,
      pages: 1,
    };
    const image = sharp(source, options).timeout({ seconds: withinSeconds });
    return await memory(bytes, () => threads(() => draw(image)));
  });
}

function decodedBytes({ format, width, height, channels, depth }: Metadata): number {
  if (!formats.includes(format)) throw new Error(`Pictures of the format ${format} are not decoded.`);
  return width * height * channels * (bytesPerSample[depth] ?? largestSample);
}

/** Runs the tasks of each key one after the other, in their order; tasks of different keys run in parallel. */
function createKeyedQueue<Key>(): <Result>(key: Key, task: () => Promise<Result>) => Promise<Result> {
  /** The last pending task of each key. */
  const latest = new Map<Key, Promise<unknown>>();
  return async (key, task) => {
    const before = latest.get(key) ?? Promise.resolve();
    const done = before.then(task, task);
    latest.set(key, done);
    try {
      return await done;
    } finally {
      if (latest.get(key) === done) latest.delete(key);
    }
  };
}
