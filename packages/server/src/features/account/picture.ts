import { limits } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { headBytes, mimeTypeOf } from '../../core/blobs/mime-types.ts';
import { createTurns } from '../../core/turns.ts';

const { pixels, maxBytes } = limits.picture;
/** Beyond it a small file could unpack to gigabytes. */
const maxPixels = 64 * 1024 * 1024;
const withinSeconds = 20;

/** Each one holds a picture's pixels in memory. */
const inTurn = createTurns(1);

/** What a picture may be, by its first bytes; what the sender calls it does not count. */
const pictures = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** The picture as a square of ours: turned upright, and without place, time, camera or anything else of the file. */
export async function makeSquare(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > maxBytes) throw new AppError('file_too_large', { size: maxBytes / 1024 / 1024 });
  if (!pictures.includes(mimeTypeOf(bytes.subarray(0, headBytes), ''))) throw new AppError('file_type_not_allowed');
  return await inTurn(() => redraw(bytes)).catch(() => {
    throw new AppError('file_type_not_allowed');
  });
}

async function redraw(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .rotate()
    .resize(pixels, pixels, { fit: 'cover' })
    .webp({ quality: 85 })
    .timeout({ seconds: withinSeconds })
    .toBuffer();
}
