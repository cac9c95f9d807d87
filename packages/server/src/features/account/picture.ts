import { limits } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { createTurns } from '../../core/turns.ts';

const { pixels, maxBytes } = limits.picture;
/** Beyond it a small file could unpack to gigabytes. */
const maxPixels = 64 * 1024 * 1024;
const withinSeconds = 20;

/** Each one holds a picture's pixels in memory. */
const inTurn = createTurns(1);

/** What a picture may be, told by its first bytes; what the sender calls it does not count. */
function isPicture(bytes: Buffer): boolean {
  const starts = (signature: string, at = 0) =>
    bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'));
  return (
    starts('\xff\xd8\xff') ||
    starts('\x89PNG\r\n\x1a\n') ||
    starts('GIF87a') ||
    starts('GIF89a') ||
    (starts('RIFF') && starts('WEBP', 8))
  );
}

/** The picture as a square of ours: turned upright, and without place, time, camera or anything else of the file. */
export async function makeSquare(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > maxBytes) throw new AppError('file_too_large', { size: maxBytes / 1024 / 1024 });
  if (!isPicture(bytes)) throw new AppError('file_type_not_allowed');
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
