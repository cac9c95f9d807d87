import { drawFirstFrame, drawLoop, drawPhoto, type View } from './drawings.ts';
import { jpegOf, padJpeg, vp8FrameOf } from './raster.ts';
import { writeWebm } from './webm.ts';

/** The JPEG qualities that are tried until the picture fits its size, best first. */
const qualities = [82, 70, 55, 40, 20, 5];

/** Draws a view as a JPEG. With `size` the file has exactly so many bytes. */
export async function photoOf(view: View, size?: number): Promise<Buffer> {
  const svg = drawPhoto(view);
  for (const quality of qualities) {
    const jpeg = await jpegOf(svg, quality);
    const photo = size === undefined ? jpeg : padJpeg(jpeg, size);
    if (photo) return photo;
  }
  throw new Error(`This photo does not fit into ${size} bytes.`);
}

/** Draws a preview of a photo, or of a film by its first frame, for a list. */
export async function previewOf(view: View, longerSide: number, isFilm = false): Promise<Buffer> {
  const scale = Math.min(1, longerSide / Math.max(view.width, view.height));
  const small = { ...view, width: Math.round(view.width * scale), height: Math.round(view.height * scale) };
  return await jpegOf(isFilm ? drawFirstFrame(small) : drawPhoto(small), 72);
}

export const framesPerSecond = 10;

interface Filming {
  seconds: number;
  size?: number;
  signal?: AbortSignal | undefined;
  /** Called after each drawn frame with the progress from 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Draws a view in motion as a WebM film. The frames of its loop are drawn once and repeat for as long as the film lasts. It yields
 * after each frame, so that other work is not blocked.
 */
export async function filmOf(view: View, { seconds, size, signal, onProgress }: Filming): Promise<Buffer> {
  const count = Math.round(seconds * framesPerSecond);
  const drawings = drawLoop(view).slice(0, count);
  for (const quality of qualities) {
    const loop: Buffer[] = [];
    for (const svg of drawings) {
      signal?.throwIfAborted();
      loop.push(await vp8FrameOf(svg, quality));
      onProgress?.(loop.length / drawings.length);
    }
    const frames = Array.from({ length: count }, (_, place) => loop[place % loop.length] ?? Buffer.alloc(0));
    const film = writeWebm({ ...view, framesPerSecond, frames }, size);
    if (film) return film;
  }
  throw new Error(`This film does not fit into ${size} bytes.`);
}
