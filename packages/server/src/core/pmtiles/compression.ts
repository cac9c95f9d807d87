import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { describeError } from '../describe-error.ts';
import { InvalidPmtiles } from './invalid-pmtiles.ts';

/** In the order of their numbers in the format. */
export const compressions = ['unknown', 'none', 'gzip', 'brotli', 'zstd'] as const;

/** Those that every browser decompresses. */
export type Compression = Extract<(typeof compressions)[number], 'none' | 'gzip'>;

const gunzipped = promisify(gunzip);

/** Decompresses a part of a file. Throws `InvalidPmtiles` as soon as more than `maxBytes` come out. */
export async function decompressed(
  bytes: Buffer,
  { compression, maxBytes, what }: { compression: Compression; maxBytes: number; what: string },
): Promise<Buffer> {
  if (bytes.length > maxBytes) throw new InvalidPmtiles(`${what} is larger than ${maxBytes} bytes.`);
  if (compression === 'none') return bytes;
  try {
    return await gunzipped(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw new InvalidPmtiles(
      isTooLarge
        ? `${what} is larger than ${maxBytes} bytes when it is decompressed.`
        : `${what} cannot be decompressed: ${describeError(error)}`,
      { cause: error },
    );
  }
}
