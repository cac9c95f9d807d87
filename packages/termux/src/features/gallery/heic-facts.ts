import { readExif } from '@fairwatch/device/core';
import { findBox, readBox, readBoxes } from './boxes.ts';
import { textAt, type ByteSource } from './byte-source.ts';
import type { PhotoFacts } from './photo-facts.ts';

const boxAtMost = 256 * 1024;

/** Reads the head of a HEIC or AVIF photo. Throws a RangeError when it is truncated. */
export async function readHeic(source: ByteSource): Promise<PhotoFacts> {
  const meta = await findBox(source, ['meta']);
  if (!meta) return { width: 0, height: 0, takenAt: null, thumbnail: null };
  // This box has a version before the boxes in it.
  const inner = { ...meta, start: meta.start + 4 };
  const properties = await findBox(source, ['iprp', 'ipco'], inner);
  let size = { width: 0, height: 0 };
  let isTurned = false;
  for (const box of properties ? await readBoxes(source, properties.start, properties.end) : []) {
    if (box.type === 'ispe') {
      const view = await readBox(source, box, 12);
      const [width, height] = [view.getUint32(4), view.getUint32(8)];
      // Large photos are made of tiles; the photo is the largest.
      if (width * height > size.width * size.height) size = { width, height };
    }
    if (box.type === 'irot') isTurned = ((await readBox(source, box, 1)).getUint8(0) & 1) === 1;
  }
  const { width, height } = size;
  const takenAt = await takenAtOf(source, inner);
  return { ...(isTurned ? { width: height, height: width } : { width, height }), takenAt, thumbnail: null };
}

async function takenAtOf(source: ByteSource, meta: { type: string; start: number; end: number }): Promise<Date | null> {
  const [items, places] = [await findBox(source, ['iinf'], meta), await findBox(source, ['iloc'], meta)];
  if (!items || !places) return null;
  const id = await exifItem(source, items.start, items.end);
  const place = id === null ? null : placeOf(await readBox(source, places, boxAtMost), id);
  if (place === null) return null;
  const view = await source.read(place.start, Math.min(place.length, boxAtMost));
  // The first number says how many bytes there are before the TIFF header, such as "Exif".
  return readExif(view, 4 + view.getUint32(0)).takenAt;
}

async function exifItem(source: ByteSource, start: number, end: number): Promise<number | null> {
  const isShort = (await source.read(start, 1)).getUint8(0) === 0;
  for (const { type, start: at } of await readBoxes(source, start + (isShort ? 6 : 8), end)) {
    if (type !== 'infe') continue;
    const view = await source.read(at, 14);
    const version = view.getUint8(0);
    if (version < 2) continue;
    const isLong = version > 2;
    if (textAt(view, isLong ? 10 : 8, 4) === 'Exif') return isLong ? view.getUint32(4) : view.getUint16(4);
  }
  return null;
}

/** Finds the first extent of an item in the content of an `iloc` box. */
function placeOf(view: DataView, wanted: number): { start: number; length: number } | null {
  const version = view.getUint8(0);
  const sizes = view.getUint16(4);
  const [offsetSize, lengthSize, baseSize] = [sizes >>> 12, (sizes >>> 8) & 15, (sizes >>> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  let at = 6;
  const take = (bytes: number) => {
    let value = 0;
    for (let left = bytes; left > 0; left -= 1, at += 1) value = value * 256 + view.getUint8(at);
    return value;
  };
  const idSize = version === 2 ? 4 : 2;
  for (let items = take(idSize); items > 0; items -= 1) {
    const id = take(idSize);
    const method = version === 0 ? 0 : take(2) & 15;
    take(2);
    const base = take(baseSize);
    const extents = take(2);
    for (let extent = 0; extent < extents; extent += 1) {
      take(indexSize);
      const [start, length] = [base + take(offsetSize), take(lengthSize)];
      // Other methods count from another place than the beginning of the file.
      if (id === wanted) return method === 0 ? { start, length } : null;
    }
  }
  return null;
}
