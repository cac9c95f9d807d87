import { limits, liveHeaderBytes } from '@fairwatch/contract';
import { findJpegExif, readExif } from '@fairwatch/device/core';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { smallJpegArgs } from '../../core/termux/small-jpeg.ts';
import type { Termux } from '../../core/termux/termux.ts';
import { phoneText } from '../../core/texts/phone.texts.ts';

/** The longer side of a picture in pixels. */
const pictureSide = 960;
const smallerWithinMs = 10_000;
const mostBytes = limits.liveView.maxFrameBytes - liveHeaderBytes;

/**
 * A photo that is small enough to be sent live. Termux:API takes photos of the camera's full size only: ffmpeg makes them smaller; without it the
 * small picture is taken that most cameras put into the file.
 */
export async function livePictureOf(termux: Termux, photo: string, signal: AbortSignal): Promise<Uint8Array> {
  const bytes = await readFile(photo);
  if (bytes.length <= mostBytes) return bytes;
  const made = termux.has('ffmpeg') ? await scaled(termux, photo, signal) : thumbnailOf(bytes);
  if (made === null || made.length > mostBytes) throw new Error(phoneText('camera.tooLarge'));
  return made;
}

async function scaled(termux: Termux, photo: string, signal: AbortSignal): Promise<Uint8Array> {
  const output = path.join(path.dirname(photo), 'live.jpg');
  const args = smallJpegArgs({ input: photo, output, seekMs: 0, format: 'jpeg_pipe', side: pictureSide });
  await termux.run('ffmpeg', args, { withinMs: smallerWithinMs, signal });
  return await readFile(output);
}

/** The picture of some hundred pixels in the EXIF data; null without one. */
function thumbnailOf(bytes: Buffer): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const tiff = findJpegExif(view);
    const thumbnail = tiff === null ? null : readExif(view, tiff).thumbnail;
    if (thumbnail === null) return null;
    const small = bytes.subarray(thumbnail.start, thumbnail.start + thumbnail.length);
    return small[0] === 0xff && small[1] === 0xd8 ? small : null;
  } catch (error) {
    // The EXIF data is cut off or wrong.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
