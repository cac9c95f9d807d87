import { findJpegExif, readExif } from '@fairwatch/device/core';
import { startsWith, textAt, type ByteSource } from './byte-source.ts';

export interface PhotoFacts {
  width: number;
  height: number;
  takenAt: Date | null;
  /** The small JPEG that the camera put into the file; null without one. */
  thumbnail: Uint8Array | null;
}

/** Enough for the EXIF data, its thumbnail and what comes before the size of the picture. */
const headBytes = 256 * 1024;
const none = { takenAt: null, thumbnail: null };

/** Reads the head of a JPEG. Throws a RangeError when it is truncated. */
export async function readJpeg(source: ByteSource): Promise<PhotoFacts> {
  const view = await source.read(0, headBytes);
  const size = jpegSize(view);
  const tiff = findJpegExif(view);
  if (tiff === null) return { ...size, ...none };
  const exif = exifOrNull(view, tiff);
  if (exif === null) return { ...size, ...none };
  const { takenAt, orientation, thumbnail } = exif;
  const isTurned = orientation >= 5 && orientation <= 8;
  return {
    ...(isTurned ? { width: size.height, height: size.width } : size),
    takenAt,
    thumbnail: thumbnail === null ? null : withOrientation(jpegIn(view, thumbnail), orientation),
  };
}

function exifOrNull(view: DataView, tiff: number) {
  try {
    return readExif(view, tiff);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function jpegIn(view: DataView, { start, length }: { start: number; length: number }): Uint8Array | null {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + start, length);
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? bytes.slice() : null;
}

/**
 * Adds the orientation of the photo to its thumbnail, which is turned like the photo but does not say so: it would be shown lying on its
 * side.
 */
function withOrientation(jpeg: Uint8Array | null, orientation: number): Uint8Array | null {
  if (jpeg === null || orientation < 2 || orientation > 8) return jpeg;
  // A segment with EXIF data that has one tag.
  const segment = [
    [0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0],
    [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1],
    [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
  ].flat();
  return Uint8Array.from([...jpeg.subarray(0, 2), ...segment, ...jpeg.subarray(2)]);
}

/** The frame header is the first segment from C0 to CF that is no table. */
function jpegSize(view: DataView): { width: number; height: number } {
  for (let at = 2; at + 9 <= view.byteLength;) {
    const marker = view.getUint16(at);
    if (marker >>> 8 !== 0xff || marker === 0xff_da) break;
    const isFrame = marker >= 0xff_c0 && marker <= 0xff_cf && ![0xff_c4, 0xff_c8, 0xff_cc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return { width: 0, height: 0 };
}

export async function readPng(source: ByteSource): Promise<PhotoFacts> {
  const view = await source.read(0, 24);
  return { width: view.getUint32(16), height: view.getUint32(20), ...none };
}

export async function readGif(source: ByteSource): Promise<PhotoFacts> {
  const view = await source.read(0, 10);
  return { width: view.getUint16(6, true), height: view.getUint16(8, true), ...none };
}

export async function readWebp(source: ByteSource): Promise<PhotoFacts> {
  const view = await source.read(0, 30);
  if (startsWith(view, 'VP8X', 12)) {
    const side = (at: number) => 1 + view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
    return { width: side(24), height: side(27), ...none };
  }
  if (startsWith(view, 'VP8L', 12)) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3f_ff), height: 1 + ((bits >>> 14) & 0x3f_ff), ...none };
  }
  if (textAt(view, 12, 4) !== 'VP8 ') return { width: 0, height: 0, ...none };
  return { width: view.getUint16(26, true) & 0x3f_ff, height: view.getUint16(28, true) & 0x3f_ff, ...none };
}
