import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';

/** Reads the files of a ZIP archive by name, and verifies checksums and headers. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const { fileName: name } = entry;
    if (files.has(name)) throw new Error(`${name} is there twice.`);
    const local = await zip.readLocalFileHeaderPromise(entry);
    if (String(local.fileName) !== name) throw new Error(`${name} has two names.`);
    // yauzl goes by the directory. Who reads the file as a stream goes by the descriptor after the bytes, which is longer in ZIP64.
    const descriptor = local.fileDataStart + entry.compressedSize;
    const next = descriptor + (local.extraFieldLength > 0 ? 24 : 16);
    if (bytes.readUInt32LE(descriptor + 4) !== entry.crc32) throw new Error(`${name} has two checksums.`);
    if (bytes.toString('latin1', next, next + 2) !== 'PK') throw new Error(`${name} ends elsewhere.`);
    const content = await buffer(await zip.openReadStreamPromise(entry));
    if (crc32(content) !== entry.crc32) throw new Error(`${name} is damaged.`);
    files.set(name, content);
  }
  return files;
}
