import { ApkUnreadable } from './zip-entry.ts';

/** The chunk types of Android's binary XML. A chunk begins with its type, the length of its header and its total length. */
const chunks = { document: 0x00_03, strings: 0x00_01, resourceIds: 0x01_80, startElement: 0x01_02 } as const;
const utf8Flag = 0x1_00;
const noString = 0xff_ff_ff_ff;
const attributeBytes = 20;
/** The header size of an element chunk: type, lengths, line number and comment. */
const treeHeadBytes = 16;
const mostStrings = 100_000;
const mostAttributes = 1000;

const valueTypes = { string: 0x03, decimal: 0x10, hexadecimal: 0x11 } as const;

/** An attribute value: a text, a number, or null for a reference to a resource, which is not resolved. */
export type AxmlValue = string | number | null;

export interface AxmlElement {
  name: string;
  /** Attributes have a resource id where Android defines one, because build tools may strip the names. */
  attributes: { name: string; resourceId: number | null; value: AxmlValue }[];
}

/** Reads the root element of a binary XML document. Throws `ApkUnreadable` when a chunk exceeds the document. */
export function readRootElement(document: Buffer): AxmlElement {
  try {
    return findRoot(document);
  } catch (error) {
    // A read beyond the end of the buffer.
    if (error instanceof RangeError) throw new ApkUnreadable('its manifest is damaged.');
    throw error;
  }
}

interface Chunk {
  type: number;
  start: number;
  headBytes: number;
  end: number;
}

function findRoot(document: Buffer): AxmlElement {
  const whole = readChunk(document, 0, document.length);
  if (whole.type !== chunks.document) throw new ApkUnreadable('its manifest is not in Android’s form.');
  let strings: readonly string[] = [];
  let resourceIds: readonly number[] = [];
  for (let place = whole.start + whole.headBytes; place < whole.end;) {
    const chunk = readChunk(document, place, whole.end);
    if (chunk.type === chunks.strings) strings = readStrings(document, chunk);
    if (chunk.type === chunks.resourceIds) resourceIds = readNumbers(document, chunk);
    if (chunk.type === chunks.startElement) return readElement(document, chunk, strings, resourceIds);
    place = chunk.end;
  }
  throw new ApkUnreadable('its manifest is empty.');
}

function readChunk(document: Buffer, start: number, limit: number): Chunk {
  const [type, headBytes] = [document.readUInt16LE(start), document.readUInt16LE(start + 2)];
  const bytes = document.readUInt32LE(start + 4);
  // A chunk of length zero would loop forever.
  if (headBytes < 8 || bytes < headBytes || start + bytes > limit) throw new ApkUnreadable('its manifest is damaged.');
  return { type, start, headBytes, end: start + bytes };
}

function readNumbers(document: Buffer, { start, headBytes, end }: Chunk): number[] {
  const count = Math.min(Math.floor((end - start - headBytes) / 4), mostStrings);
  return Array.from({ length: count }, (_, index) => document.readUInt32LE(start + headBytes + index * 4));
}

function readStrings(document: Buffer, { start, headBytes, end }: Chunk): string[] {
  const count = document.readUInt32LE(start + 8);
  const isUtf8 = (document.readUInt32LE(start + 16) & utf8Flag) !== 0;
  const first = start + document.readUInt32LE(start + 20);
  if (count > mostStrings || start + headBytes + count * 4 > end) throw new ApkUnreadable('its manifest is damaged.');
  const pool = document.subarray(0, end);
  return Array.from({ length: count }, (_, index) => {
    const place = first + pool.readUInt32LE(start + headBytes + index * 4);
    return isUtf8 ? readUtf8(pool, place) : readUtf16(pool, place);
  });
}

/** Reads a UTF-8 string: its length in characters, then in bytes, each in one byte, or in two when the high bit is set. */
function readUtf8(pool: Buffer, place: number): string {
  const letters = (pool.readUInt8(place) & 0x80) === 0 ? 1 : 2;
  const at = place + letters;
  const high = pool.readUInt8(at);
  const isLong = (high & 0x80) !== 0;
  const bytes = isLong ? ((high & 0x7f) << 8) | pool.readUInt8(at + 1) : high;
  return slice(pool, at + (isLong ? 2 : 1), bytes).toString('utf8');
}

function readUtf16(pool: Buffer, place: number): string {
  const high = pool.readUInt16LE(place);
  const isLong = (high & 0x80_00) !== 0;
  const letters = isLong ? (high & 0x7f_ff) * 0x1_00_00 + pool.readUInt16LE(place + 2) : high;
  return slice(pool, place + (isLong ? 4 : 2), letters * 2).toString('utf16le');
}

function slice(pool: Buffer, start: number, bytes: number): Buffer {
  if (start + bytes > pool.length) throw new ApkUnreadable('its manifest is damaged.');
  return pool.subarray(start, start + bytes);
}

function readElement(
  document: Buffer,
  { start, end }: Chunk,
  strings: readonly string[],
  resourceIds: readonly number[],
): AxmlElement {
  const body = start + treeHeadBytes;
  const first = body + document.readUInt16LE(body + 8);
  const width = document.readUInt16LE(body + 10);
  const count = document.readUInt16LE(body + 12);
  if (width < attributeBytes || count > mostAttributes || first + width * count > end) {
    throw new ApkUnreadable('its manifest is damaged.');
  }
  return {
    name: stringAt(strings, document.readUInt32LE(body + 4)),
    attributes: Array.from({ length: count }, (_, index) => {
      const place = first + index * width;
      const name = document.readUInt32LE(place + 4);
      const value = readValue(document, place, strings);
      return { name: stringAt(strings, name), resourceId: resourceIds[name] ?? null, value };
    }),
  };
}

function readValue(document: Buffer, place: number, strings: readonly string[]): AxmlValue {
  const type = document.readUInt8(place + 15);
  const data = document.readUInt32LE(place + 16);
  if (type === valueTypes.string) return stringAt(strings, data);
  return type === valueTypes.decimal || type === valueTypes.hexadecimal ? data : null;
}

function stringAt(strings: readonly string[], index: number): string {
  if (index === noString) return '';
  const text = strings[index];
  if (text === undefined) throw new ApkUnreadable('its manifest is damaged.');
  return text;
}
