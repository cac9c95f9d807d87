import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { ApkUnreadable } from './unreadable.ts';

const inflate = promisify(inflateRaw);

const endMark = 0x06_05_4b_50;
const directoryMark = 0x02_01_4b_50;
const localMark = 0x04_03_4b_50;
const endBytes = 22;
const directoryEntryBytes = 46;
const localHeaderBytes = 30;
const longestComment = 0xff_ff;
/** The list of even the largest app is far smaller. What claims more wants our memory, not our attention. */
const largestDirectory = 32 * 1024 * 1024;
const stored = 0;
const deflated = 8;
const encryptedFlag = 1;

interface Entry {
  method: number;
  crc: number;
  packedBytes: number;
  bytes: number;
  offset: number;
}

/**
 * Reads one file out of a zip archive, up to a size, and nothing else of it: what the others unpack to is nobody's concern.
 * Its list is taken from the end of the archive, as Android does. Whatever does not fit together is refused.
 */
export async function readZipEntry(file: FileHandle, name: string, maxBytes: number): Promise<Buffer> {
  const { size } = await file.stat();
  const directory = await readDirectory(file, size);
  const entry = findEntry(directory, name);
  if (entry.bytes > maxBytes) throw new ApkUnreadable(`${name} in it is far too large.`);
  // What is packed worse than not at all was not packed by a tool.
  if (entry.packedBytes > maxBytes + longestComment) throw new ApkUnreadable(`${name} in it is far too large.`);
  const packed = await readPacked(file, entry, name);
  const content = entry.method === stored ? packed : await unpack(packed, entry.bytes, name);
  if (content.length !== entry.bytes || crc32(content) !== entry.crc) {
    throw new ApkUnreadable(`${name} in it is damaged.`);
  }
  return content;
}

async function readDirectory(file: FileHandle, size: number): Promise<{ list: Buffer; count: number }> {
  const tail = await readAt(
    file,
    Math.max(0, size - endBytes - longestComment),
    Math.min(size, endBytes + longestComment),
  );
  const end = findEnd(tail);
  if (end < 0) throw new ApkUnreadable('it is not a zip archive, or its end is missing.');
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  const ends = size - (tail.length - end);
  if (tail.readUInt32LE(end + 4) !== 0 || tail.readUInt16LE(end + 8) !== count) {
    throw new ApkUnreadable('the archive is split into parts.');
  }
  if (length > largestDirectory || start + length > ends) throw new ApkUnreadable('the list of its files is damaged.');
  return { list: await readAt(file, start, length), count };
}

/** The last place that looks like the end and is it: its comment reaches to the end of the archive. */
function findEnd(tail: Buffer): number {
  for (let place = tail.length - endBytes; place >= 0; place -= 1) {
    const fits =
      tail.readUInt32LE(place) === endMark && place + endBytes + tail.readUInt16LE(place + 20) === tail.length;
    if (fits) return place;
  }
  return -1;
}

function findEntry({ list, count }: { list: Buffer; count: number }, wanted: string): Entry {
  const found: Entry[] = [];
  let place = 0;
  for (let index = 0; index < count; index += 1) {
    if (place + directoryEntryBytes > list.length || list.readUInt32LE(place) !== directoryMark) {
      throw new ApkUnreadable('the list of its files is damaged.');
    }
    const nameBytes = list.readUInt16LE(place + 28);
    const name = list.toString('utf8', place + directoryEntryBytes, place + directoryEntryBytes + nameBytes);
    if (name === wanted) found.push(readEntry(list, place));
    place += directoryEntryBytes + nameBytes + list.readUInt16LE(place + 30) + list.readUInt16LE(place + 32);
  }
  const [entry, another] = found;
  if (!entry) throw new ApkUnreadable(`there is no ${wanted} in it.`);
  // Which of them counts is read differently by different programs: a way to show us one app and phones another.
  if (another) throw new ApkUnreadable(`there is more than one ${wanted} in it.`);
  return entry;
}

function readEntry(list: Buffer, place: number): Entry {
  if ((list.readUInt16LE(place + 8) & encryptedFlag) !== 0) throw new ApkUnreadable('it is encrypted.');
  const method = list.readUInt16LE(place + 10);
  if (method !== stored && method !== deflated)
    throw new ApkUnreadable('it is packed in a way that Android does not read.');
  return {
    method,
    crc: list.readUInt32LE(place + 16),
    packedBytes: list.readUInt32LE(place + 20),
    bytes: list.readUInt32LE(place + 24),
    offset: list.readUInt32LE(place + 42),
  };
}

async function readPacked(file: FileHandle, entry: Entry, name: string): Promise<Buffer> {
  const header = await readAt(file, entry.offset, localHeaderBytes);
  const nameBytes = header.readUInt16LE(26);
  const local = await readAt(file, entry.offset + localHeaderBytes, nameBytes);
  if (header.readUInt32LE(0) !== localMark || local.toString('utf8') !== name) {
    throw new ApkUnreadable('the list of its files does not fit the files.');
  }
  return await readAt(file, entry.offset + localHeaderBytes + nameBytes + header.readUInt16LE(28), entry.packedBytes);
}

async function unpack(packed: Buffer, bytes: number, name: string): Promise<Buffer> {
  try {
    // One byte more than announced is already too much.
    return await inflate(packed, { maxOutputLength: Math.max(1, bytes) });
  } catch {
    throw new ApkUnreadable(`${name} in it is damaged.`);
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new ApkUnreadable('the archive is cut off.');
  return buffer;
}
