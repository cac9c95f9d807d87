import { limits } from '@fairwatch/contract';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { createKeyedQueue } from '../keyed-queue.ts';
import { createTurns } from '../turns.ts';
import { createWeightedSemaphore } from '../weighted-semaphore.ts';

const { maxDecodedBytes, maxDecodedBytesAtOnce } = limits.image;
const withinSeconds = 20;

/** What is decoded here. Formats that refer to other files, run programs or hold many pages are none of them. */
const formats: readonly string[] = ['jpeg', 'png', 'gif', 'webp', 'heif'];

const bytesPerSample: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };
/** Any other sample: 32 or 64 bits, or two of those. */
const largestSample = 16;

/** A picture that would take more memory than one may, by its own header. */
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

/** One picture at a time of each device or account, so that no one of them keeps the others waiting. */
const inOrder = createKeyedQueue<string>();
/** What all pictures that are being decoded take together. */
const memory = createWeightedSemaphore(maxDecodedBytesAtOnce);
/** Each takes one of the few threads that also read and write files. */
const inTurn = createTurns(2);

interface Picture {
  /** A file, or all its bytes. */
  source: string | Buffer;
  /** Whose it is: their pictures are decoded one after the other. */
  owner: string;
}

/**
 * Decodes a picture, unless its header says that this takes more memory than one may: width x height x channels x depth of
 * its first page, the only one that is decoded. Waits until all that are being decoded leave room for it.
 */
export async function decodeImage(
  { source, owner }: Picture,
  draw: (image: Sharp) => Promise<Buffer>,
): Promise<Buffer> {
  return await inOrder(owner, async () => {
    // Loaded with the first picture: most starts need none.
    const { default: sharp } = await import('sharp');
    sharp.cache(false);
    sharp.concurrency(1);
    const header = await sharp(source, { limitInputPixels: false, pages: 1 }).metadata();
    const bytes = decodedBytes(header);
    if (bytes > maxDecodedBytes) throw new ImageTooLarge(header, bytes);
    // Every pixel takes a byte or more, so the library's own limit is a second look at the same.
    const options: SharpOptions = {
      limitInputPixels: maxDecodedBytes,
      failOn: 'error',
      sequentialRead: true,
      pages: 1,
    };
    const image = sharp(source, options).timeout({ seconds: withinSeconds });
    return await memory(bytes, () => inTurn(() => draw(image)));
  });
}

function decodedBytes({ format, width, height, channels, depth }: Metadata): number {
  if (!formats.includes(format)) throw new Error(`Pictures of the format ${format} are not decoded.`);
  return width * height * channels * (bytesPerSample[depth] ?? largestSample);
}
