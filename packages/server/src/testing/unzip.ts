import { crc32, inflateRawSync } from 'node:zlib';

/** The files of a ZIP archive by their names, read by its directory; each checksum and each header is checked on the way. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let { count, at } = { count: zip.readUInt16LE(end + 10), at: zip.readUInt32LE(end + 16) };
  if (zip.readUInt32LE(end - 20) === 0x07064b50) {
    const end64 = Number(zip.readBigUInt64LE(end - 20 + 8));
    count = Number(zip.readBigUInt64LE(end64 + 32));
    at = Number(zip.readBigUInt64LE(end64 + 48));
  }
  const files = new Map<string, Buffer>();
  for (let entry = 0; entry < count; entry += 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('The directory is damaged.');
    const method = zip.readUInt16LE(at + 10);
    const nameLength = zip.readUInt16LE(at + 28);
    const extraLength = zip.readUInt16LE(at + 30);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const isWide = zip.readUInt32LE(at + 20) === 0xffff_ffff;
    const wideAt = at + 46 + nameLength + 4;
    const packed = isWide ? Number(zip.readBigUInt64LE(wideAt + 8)) : zip.readUInt32LE(at + 20);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    if (zip.toString('utf8', local + 30, local + 30 + nameLength) !== name) throw new Error(`${name} has two names.`);
    const bytes = zip.subarray(start, start + packed);
    // In a stream, the checksum follows the bytes.
    const isStreamed = (zip.readUInt16LE(local + 6) & 8) !== 0;
    const crc = zip.readUInt32LE(isStreamed ? start + packed + 4 : local + 14);
    if (crc !== zip.readUInt32LE(at + 16)) throw new Error(`${name} has two checksums.`);
    const plain = method === 8 ? inflateRawSync(bytes) : bytes;
    if (crc32(plain) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} is damaged.`);
    if (files.has(name)) throw new Error(`${name} is there twice.`);
    files.set(name, plain);
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32);
  }
  return files;
}
