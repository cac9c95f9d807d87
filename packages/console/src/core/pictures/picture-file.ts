import { clientErrors, fillText, limits } from '@fairwatch/contract';
import { squareOf, type Crop } from './crop.ts';

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
export const maxMegabytes = limits.picture.maxBytes / 1024 / 1024;
/** Twice what is kept, so that the server has something to choose from. */
const sentPixels = limits.picture.pixels * 2;

/** Opens a chosen file; the error says why it cannot be one's picture. */
export async function openPicture(file: File): Promise<ImageBitmap> {
  if (file.size > limits.picture.maxBytes)
    throw new Error(fillText(clientErrors.file_too_large, { size: maxMegabytes }));
  if (!pictureTypes.includes(file.type)) throw new Error(clientErrors.file_type_not_allowed);
  return await createImageBitmap(file).catch(() => {
    throw new Error(clientErrors.file_reading_failed);
  });
}

/** Draws the square over the whole canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { x, y, side } = squareOf(picture, crop);
  const context = canvas.getContext('2d');
  context?.clearRect(0, 0, canvas.width, canvas.height);
  context?.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height);
}

/** The square as the server takes it: base 64 of a WebP, or of a PNG where a browser writes none. */
export function encodeCrop(picture: ImageBitmap, crop: Crop): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: sentPixels, height: sentPixels });
  drawCrop(canvas, picture, crop);
  return canvas.toDataURL('image/webp', 0.92).replace(/^data:[^,]*,/, '');
}
