import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';

/** The largest apps have some ten thousand files. */
const mostEntries = 100_000;
const [stored, deflated] = [0, 8];

/**
 * Reads one entry of a ZIP archive up to a maximum size, without touching the other entries. The directory at the end of the archive is
 * used, as Android does. Inconsistent records are refused.
 */
export async function readZipEntry(path: string, name: string, maxBytes: number): Promise<Buffer> {
  // Names are not decoded: a strange name of another file does not matter.
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch((error: unknown) =>
    refuse(error, 'it is not a zip archive, or its end is missing.'),
  );
  try {
    const entry = await findEntry(zip, name);
    checkEntry(entry, name, maxBytes);
    const local = await zip.readLocalFileHeaderPromise(entry);
    if (String(local.fileName) !== name) throw new ApkUnreadable('the list of its files does not fit the files.');
    // The stream fails when more or fewer bytes come than the list says.
    const content = await buffer(await zip.openReadStreamPromise(entry));
    if (crc32(content) !== entry.crc32) throw new ApkUnreadable(`${name} in it is damaged.`);
    return content;
  } catch (error) {
    return refuse(error, `${name} in it is damaged.`);
  } finally {
    zip.close();
  }
}

async function findEntry(zip: ZipFile, name: string): Promise<Entry> {
  if (zip.entryCount > mostEntries) throw new ApkUnreadable('the list of its files is damaged.');
  const found: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) if (String(entry.fileNameRaw) === name) found.push(entry);
  } catch (error) {
    refuse(error, 'the list of its files is damaged.');
  }
  const [entry, another] = found;
  if (!entry) throw new ApkUnreadable(`there is no ${name} in it.`);
  // Which of them counts is read differently by different programs: a way to show us one app and phones another.
  if (another) throw new ApkUnreadable(`there is more than one ${name} in it.`);
  return entry;
}

function checkEntry(entry: Entry, name: string, maxBytes: number): void {
  if (entry.isEncrypted()) throw new ApkUnreadable('it is encrypted.');
  if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated) {
    throw new ApkUnreadable('it is packed in a way that Android does not read.');
  }
  if (entry.uncompressedSize > maxBytes) throw new ApkUnreadable(`${name} in it is far too large.`);
}

/** A failure of the disk stays what it is; all else is a fault of the file. */
function refuse(error: unknown, problem: string): never {
  if (error instanceof ApkUnreadable || (error instanceof Error && 'syscall' in error)) throw error;
  throw new ApkUnreadable(problem);
}

/** The file is no valid app. The message is shown to the admin who uploaded it. */
export class ApkUnreadable extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'ApkUnreadable';
  }
}
