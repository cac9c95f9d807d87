import type { Sharp } from 'sharp';

/** Loads the image library when the first picture is drawn: most phones are never asked for one. */
async function openSvg(svg: string): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // Many phones live in one process beside their server: one picture must not take every core.
  sharp.concurrency(1);
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' });
}

/** A drawing as a JPEG. */
export async function jpegOf(svg: string, quality: number): Promise<Buffer> {
  const image = await openSvg(svg);
  return await image.jpeg({ quality }).toBuffer();
}

/** A drawing that other pictures are made of. */
export interface Raster {
  data: Buffer;
  width: number;
  height: number;
}

/** A drawing as its pixels, so that it need not be drawn again for each picture in which it is the background. */
export async function rasterOf(svg: string): Promise<Raster> {
  const image = await openSvg(svg);
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Lays a drawing of the same size over a background, as a JPEG. */
export async function jpegOver({ data, width, height }: Raster, svg: string, quality: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const background = sharp(data, { raw: { width, height, channels: 3 } });
  return await background
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality })
    .toBuffer();
}

/** A drawing as one VP8 key frame: what lossy WebP contains inside its RIFF container. */
export async function vp8FrameOf(svg: string, quality: number): Promise<Buffer> {
  const image = await openSvg(svg);
  return takeVp8(await image.webp({ quality, effort: 0 }).toBuffer());
}

/** Takes the VP8 frame out of a WebP file. */
function takeVp8(webp: Buffer): Buffer {
  let place = 12;
  while (place + 8 <= webp.length) {
    const length = webp.readUInt32LE(place + 4);
    if (webp.toString('latin1', place, place + 4) === 'VP8 ') return webp.subarray(place + 8, place + 8 + length);
    // Chunks begin at even offsets.
    place += 8 + length + (length % 2);
  }
  throw new Error('This picture holds no VP8 frame.');
}

const startOfImage = 2;
const comment = [0xff, 0xfe];
const longestSegment = 0xffff + 2;
const shortestSegment = 4;

/** Pads a JPEG with comment segments to exactly so many bytes; null when it is larger already. */
export function padJpeg(jpeg: Buffer, size: number): Buffer | null {
  let room = size - jpeg.length;
  if (room < 0 || (room > 0 && room < shortestSegment)) return null;
  const segments: Buffer[] = [];
  while (room > 0) {
    let length = Math.min(room, longestSegment);
    // The remainder must be long enough for one more segment.
    if (room - length > 0 && room - length < shortestSegment) length -= shortestSegment;
    const segment = Buffer.alloc(length);
    segment.set(comment);
    segment.writeUInt16BE(length - 2, 2);
    segments.push(segment);
    room -= length;
  }
  return Buffer.concat([jpeg.subarray(0, startOfImage), ...segments, jpeg.subarray(startOfImage)]);
}
