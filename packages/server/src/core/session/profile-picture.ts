import { limits } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import { decodeImage, ImageTooLarge } from '../blobs/image-decoding.ts';
import { headBytes, mimeTypeOf } from '../blobs/mime-types.ts';

const { pixels, maxBytes } = limits.picture;

/** What a picture may be, by its first bytes; what the sender calls it does not count. */
const pictures = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** The picture as a square of ours: turned upright, and without place, time, camera or anything else of the file. */
export async function makeSquare(bytes: Buffer, userId: number): Promise<Buffer> {
  if (bytes.length > maxBytes) throw new AppError('file_too_large', { size: maxBytes / 1024 / 1024 });
  if (!pictures.includes(mimeTypeOf(bytes.subarray(0, headBytes), ''))) throw new AppError('file_type_not_allowed');
  try {
    return await decodeImage({ source: bytes, owner: `account ${userId}` }, (image) =>
      image.rotate().resize(pixels, pixels, { fit: 'cover' }).webp({ quality: 85 }).toBuffer(),
    );
  } catch (error) {
    if (!(error instanceof ImageTooLarge)) throw new AppError('file_type_not_allowed');
    throw new AppError('picture_too_large', { width: error.width, height: error.height });
  }
}
