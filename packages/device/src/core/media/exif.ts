/** What EXIF data says about a photo. */
export interface Exif {
  takenAt: Date | null;
  /** From 1 to 8; from 5 on, width and height are swapped. 1 when it is not said. */
  orientation: number;
  /** Where the small picture begins in the same view, and its length; null without one. */
  thumbnail: { start: number; length: number } | null;
}

const exifPointer = 0x87_69;
const takenTag = 0x90_03;
const offsetTag = 0x90_11;
const orientationTag = 0x01_12;
const thumbnailTag = 0x02_01;
const thumbnailLengthTag = 0x02_02;

/** The offset of a JPEG's EXIF data, as `readExif` takes it; null without one, or when the file is no JPEG. Throws a RangeError for a truncated file. */
export function findJpegExif(view: DataView): number | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xff_d8) return null;
  for (let at = 2; at + 4 <= view.byteLength;) {
    const marker = view.getUint16(at);
    const length = view.getUint16(at + 2);
    if (marker >>> 8 !== 0xff || length < 2 || marker === 0xff_da) return null;
    if (marker === 0xff_e1 && textAt(view, at + 4, 4) === 'Exif') return at + 10;
    at += 2 + length;
  }
  return null;
}

/** Reads EXIF data, whose TIFF header is at `tiff`. Throws a RangeError when it is truncated or has wrong lengths. */
export function readExif(view: DataView, tiff: number): Exif {
  const isLittle = view.getUint16(tiff) === 0x49_49;
  const main = directoryAt(view, tiff, view.getUint32(tiff + 4, isLittle), isLittle);
  const orientation = main.get(orientationTag);
  return {
    takenAt: takenAtOf(view, tiff, main.get(exifPointer), isLittle),
    orientation: orientation === undefined ? 1 : view.getUint16(orientation, isLittle),
    thumbnail: thumbnailOf(view, tiff, main.next, isLittle),
  };
}

function takenAtOf(view: DataView, tiff: number, pointer: number | undefined, isLittle: boolean): Date | null {
  if (pointer === undefined) return null;
  const exif = directoryAt(view, tiff, view.getUint32(pointer, isLittle), isLittle);
  const text = (tag: number, length: number) => {
    const place = exif.get(tag);
    return place === undefined ? '' : textAt(view, tiff + view.getUint32(place, isLittle), length);
  };
  const found = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(text(takenTag, 19));
  if (!found) return null;
  const [, year, month, day, time] = found;
  const offset = /^[+-]\d\d:\d\d$/.exec(text(offsetTag, 6))?.[0] ?? '';
  // Without an offset the time zone of this phone is assumed.
  const date = new Date(`${year}-${month}-${day}T${time}${offset}`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The second directory describes the thumbnail. What is wrong in it costs the thumbnail only. */
function thumbnailOf(view: DataView, tiff: number, next: number, isLittle: boolean): Exif['thumbnail'] {
  try {
    if (next === 0) return null;
    const second = directoryAt(view, tiff, next, isLittle);
    const [at, lengthAt] = [second.get(thumbnailTag), second.get(thumbnailLengthTag)];
    if (at === undefined || lengthAt === undefined) return null;
    const start = tiff + view.getUint32(at, isLittle);
    const length = view.getUint32(lengthAt, isLittle);
    return length > 0 && start + length <= view.byteLength ? { start, length } : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The offset of the value of each tag. */
interface Directory {
  get(tag: number): number | undefined;
  /** The next directory, relative to the header; 0 without one. */
  next: number;
}

function directoryAt(view: DataView, tiff: number, offset: number, isLittle: boolean): Directory {
  const tags = new Map<number, number>();
  let at = tiff + offset + 2;
  for (let left = view.getUint16(tiff + offset, isLittle); left > 0; left -= 1, at += 12) {
    tags.set(view.getUint16(at, isLittle), at + 8);
  }
  return { get: (tag) => tags.get(tag), next: at + 4 <= view.byteLength ? view.getUint32(at, isLittle) : 0 };
}

function textAt(view: DataView, at: number, length: number): string {
  return Array.from({ length }, (_, place) => String.fromCharCode(view.getUint8(at + place))).join('');
}
