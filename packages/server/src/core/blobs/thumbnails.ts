import { limits } from '@fairwatch/contract';
import type { Logger } from 'pino';
import { describeError } from '../describe-error.ts';
import { decodeImage } from './image-decoding.ts';

/** What the library reads here. Pictures that refer to other files, or are programs, are none of them. */
const readable = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'];

interface Picture {
  path: string;
  mimeType: string;
  /** Who sent it: their pictures are decoded one after the other. */
  owner: string;
}

/**
 * Makes the small picture of an image: turned the right way up, without place, time or camera. Null when there is none:
 * a picture that cannot be read, or should not be, keeps its file and goes without.
 */
export async function makeThumbnail({ path, mimeType, owner }: Picture, log: Logger): Promise<Uint8Array | null> {
  if (!readable.includes(mimeType)) return null;
  const { thumbnailPixels: side } = limits.file;
  try {
    return await decodeImage({ source: path, owner }, (image) =>
      image.rotate().resize(side, side, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 75 }).toBuffer(),
    );
  } catch (error) {
    log.info({ event: 'thumbnail.not_made', reason: describeError(error) }, 'An image has no thumbnail');
    return null;
  }
}
