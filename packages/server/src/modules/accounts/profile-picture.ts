import { limits } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { decodeImage, ImageTooLarge } from '../../core/blobs/images/image-decoding.ts';
import { headBytes, mimeTypeOf } from '../../core/blobs/images/mime-types.ts';

const { pixels, maxBytes } = limits.picture;

/** The accepted types, detected from the file's first bytes; the type and name that the sender states are ignored. */
const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/**
 * Re-encodes an uploaded picture as a small square WebP, turned upright. Re-encoding drops the metadata of the file: place,
 * time and camera. Throws for a file that is no picture or too large.
 */
export async function makeSquarePicture(bytes: Buffer, userId: number): Promise<Buffer> {
  if (bytes.length > maxBytes) throw new AppError('file_too_large', { size: maxBytes / 1024 / 1024 });
  if (!pictureTypes.includes(mimeTypeOf(bytes.subarray(0, headBytes), ''))) throw new AppError('file_type_not_allowed');
  try {
    return await decodeImage({ source: bytes, owner: `account ${userId}` }, (image) =>
      image.rotate().resize(pixels, pixels, { fit: 'cover' }).webp({ quality: 85 }).toBuffer(),
    );
  } catch (error) {
    if (!(error instanceof ImageTooLarge)) throw new AppError('file_type_not_allowed');
    throw new AppError('picture_too_large', { width: error.width, height: error.height });
  }
}
