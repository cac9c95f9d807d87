import { limits } from '@fairwatch/contract';
import type { Logger } from 'pino';
import { describeError } from '../describe-error.ts';
import { createTurns } from '../turns.ts';

/** More than any phone's camera takes; beyond it a small file could unpack to gigabytes. */
const maxPixels = 128 * 1024 * 1024;
const withinSeconds = 20;

/** What the library reads here. Pictures that refer to other files, or are programs, are none of them. */
const readable = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'];

/** Each one holds a picture's pixels in memory. */
const inTurn = createTurns(2);

/**
 * Makes the small picture of an image: turned the right way up, without place, time or camera. Null when there is none:
 * a picture that cannot be read, or should not be, keeps its file and goes without.
 */
export async function makeThumbnail(path: string, mimeType: string, log: Logger): Promise<Uint8Array | null> {
  if (!readable.includes(mimeType)) return null;
  return await inTurn(() => shrink(path)).catch((error: unknown) => {
    log.info({ reason: describeError(error) }, 'an image has no thumbnail');
    return null;
  });
}

async function shrink(path: string): Promise<Uint8Array> {
  // Loaded with the first picture: most starts need none.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const { thumbnailPixels: side } = limits.file;
  return await sharp(path, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    .rotate()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .timeout({ seconds: withinSeconds })
    .toBuffer();
}
