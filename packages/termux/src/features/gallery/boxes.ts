import { textAt, type ByteSource } from './byte-source.ts';

/** A box of an ISO base media file, such as MP4 or HEIC: where its content begins and ends. */
export interface Box {
  type: string;
  start: number;
  end: number;
}

/** A file that is no media file may look like thousands of boxes. */
const boxesAtMost = 1000;

/** The boxes from `start` to `end`, in their order. Stops at the first that is broken. */
export async function readBoxes(source: ByteSource, start = 0, end = source.size): Promise<Box[]> {
  const boxes: Box[] = [];
  let at = start;
  while (at + 8 <= end && boxes.length < boxesAtMost) {
    const head = await source.read(at, 16);
    if (head.byteLength < 8) break;
    const short = head.getUint32(0);
    const isLong = short === 1;
    if (isLong && head.byteLength < 16) break;
    const length = isLong ? Number(head.getBigUint64(8)) : short === 0 ? end - at : short;
    const headLength = isLong ? 16 : 8;
    if (length < headLength || at + length > end) break;
    boxes.push({ type: textAt(head, 4, 4), start: at + headLength, end: at + length });
    at += length;
  }
  return boxes;
}

/** The first box of a path of types, such as `moov/mvhd`; null without one. */
export async function findBox(source: ByteSource, types: readonly string[], within?: Box): Promise<Box | null> {
  let box = within;
  for (const type of types) {
    const inner: Box[] = await readBoxes(source, box?.start, box?.end);
    box = inner.find((each) => each.type === type);
    if (!box) return null;
  }
  return box ?? null;
}

/** The content of a box, up to a limit. */
export async function readBox(source: ByteSource, box: Box, atMost: number): Promise<DataView> {
  return await source.read(box.start, Math.min(atMost, box.end - box.start));
}
