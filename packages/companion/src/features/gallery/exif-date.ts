import { findJpegExif, readExif } from '@fairwatch/device/core';

const headBytes = 256 * 1024;

/** Reads the time of a photo from its EXIF data; null without one, or when the file is no JPEG. */
export async function exifDate(file: Blob): Promise<Date | null> {
  try {
    const view = new DataView(await file.slice(0, headBytes).arrayBuffer());
    const tiff = findJpegExif(view);
    return tiff === null ? null : readExif(view, tiff).takenAt;
  } catch (error) {
    // The file is truncated or has wrong lengths.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
