import { limits } from '@fairwatch/contract';
import { describeError } from '../../describe-error.ts';
import type { Log } from '../../log.ts';
import type { CoreLogEvent } from '../../log-events.ts';
import { decodeImage } from './image-decoding.ts';

/** The types that get a thumbnail. Formats that refer to other files or contain scripts (SVG) are left out. */
const readable = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'];

interface Picture {
  path: string;
  mimeType: string;
  /** The sender, by whom decoding is queued (`decodeImage`). */
  owner: string;
}

/**
 * Makes the thumbnail of an image: rotated upright, without metadata such as place, time or camera. Null when the
 * image cannot or should not be decoded; its file is kept all the same.
 */
export async function makeThumbnail(
  { path, mimeType, owner }: Picture,
  log: Log<CoreLogEvent>,
): Promise<Uint8Array | null> {
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
