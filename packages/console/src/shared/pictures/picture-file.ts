import { limits } from '@fairwatch/contract';
import { clientErrorText } from '../../core/api/error-text.ts';
import { squareOf, type Crop } from './crop.ts';

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
export const maxMegabytes = limits.picture.maxBytes / 1024 / 1024;
/** Twice the stored size, so that the server can scale it down. */
const sentPixels = limits.picture.pixels * 2;

/** Decodes a chosen file. The error is a text for the admin. */
export async function openPicture(file: File): Promise<ImageBitmap> {
  if (file.size > limits.picture.maxBytes) throw new Error(clientErrorText('file_too_large', { size: maxMegabytes }));
  if (!pictureTypes.includes(file.type)) throw new Error(clientErrorText('file_type_not_allowed'));
  return await createImageBitmap(file).catch(() => {
    throw new Error(clientErrorText('file_reading_failed'));
  });
}

/** Draws the crop over the whole canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { x, y, side } = squareOf(picture, crop);
  const context = canvas.getContext('2d');
  context?.clearRect(0, 0, canvas.width, canvas.height);
  context?.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height);
}

/** Encodes the crop as Base64 of a WebP, or of a PNG in browsers that cannot write WebP. */
export function encodeCrop(picture: ImageBitmap, crop: Crop): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: sentPixels, height: sentPixels });
  drawCrop(canvas, picture, crop);
  return canvas.toDataURL('image/webp', 0.92).replace(/^data:[^,]*,/, '');
}
