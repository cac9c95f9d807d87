import { jpegOf, padJpeg, vp8FrameOf } from './raster.ts';
import { drawScene, type View } from './scenes.ts';
import { writeWebm } from './webm.ts';

/** What is tried until the picture fits its size, from the best. */
const qualities = [82, 70, 55, 40, 20, 5];

/** A view as a photo. With `size` the file has exactly so many bytes. */
export async function photoOf(view: View, size?: number): Promise<Buffer> {
  const svg = drawScene(view);
  for (const quality of qualities) {
    const jpeg = await jpegOf(svg, quality);
    const photo = size === undefined ? jpeg : padJpeg(jpeg, size);
    if (photo) return photo;
  }
  throw new Error(`This photo does not fit into ${size} bytes.`);
}

/** A view smaller than it is, for a list. */
export async function previewOf(view: View, longerSide: number): Promise<Buffer> {
  const scale = Math.min(1, longerSide / Math.max(view.width, view.height));
  const small = { ...view, width: Math.round(view.width * scale), height: Math.round(view.height * scale) };
  return await jpegOf(drawScene(small), 72);
}

export const framesPerSecond = 10;

interface Filming {
  seconds: number;
  size?: number;
  signal?: AbortSignal | undefined;
  /** From 0 to 1, after each frame. */
  onProgress?: (share: number) => void;
}

/** A view in motion as a WebM film, frame by frame so that others get their turn. */
export async function filmOf(view: View, { seconds, size, signal, onProgress }: Filming): Promise<Buffer> {
  const count = Math.round(seconds * framesPerSecond);
  for (const quality of qualities) {
    const frames: Buffer[] = [];
    while (frames.length < count) {
      signal?.throwIfAborted();
      frames.push(await vp8FrameOf(drawScene(view, frames.length / count), quality));
      onProgress?.(frames.length / count);
    }
    const film = writeWebm({ ...view, framesPerSecond, frames }, size);
    if (film) return film;
  }
  throw new Error(`This film does not fit into ${size} bytes.`);
}
