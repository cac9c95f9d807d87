const headBytes = 256 * 1024;
const exifPointer = 0x87_69;
const takenTag = 0x90_03;
const offsetTag = 0x90_11;

/** Reads the time of a photo from its EXIF data; null without one, or when the file is no JPEG. */
export async function exifDate(file: Blob): Promise<Date | null> {
  try {
    return dateOf(new DataView(await file.slice(0, headBytes).arrayBuffer()));
  } catch (error) {
    // The file is truncated or has wrong lengths.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function dateOf(view: DataView): Date | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xff_d8) return null;
  for (let at = 2; at + 4 <= view.byteLength;) {
    const marker = view.getUint16(at);
    const length = view.getUint16(at + 2);
    if (marker >>> 8 !== 0xff || length < 2 || marker === 0xff_da) return null;
    if (marker === 0xff_e1 && textAt(view, at + 4, 4) === 'Exif') return dateInTiff(view, at + 10);
    at += 2 + length;
  }
  return null;
}

function dateInTiff(view: DataView, tiff: number): Date | null {
  const isLittle = view.getUint16(tiff) === 0x49_49;
  const main = tagsAt(view, tiff, view.getUint32(tiff + 4, isLittle), isLittle);
  const pointer = main.get(exifPointer);
  if (pointer === undefined) return null;
  const exif = tagsAt(view, tiff, view.getUint32(pointer, isLittle), isLittle);
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

/** Finds the offset of the value of each tag. */
function tagsAt(view: DataView, tiff: number, offset: number, isLittle: boolean): Map<number, number> {
  const start = tiff + offset;
  const tags = new Map<number, number>();
  for (let left = view.getUint16(start, isLittle), at = start + 2; left > 0; left -= 1, at += 12) {
    tags.set(view.getUint16(at, isLittle), at + 8);
  }
  return tags;
}

function textAt(view: DataView, at: number, length: number): string {
  return Array.from({ length }, (_, place) => String.fromCharCode(view.getUint8(at + place))).join('');
}
