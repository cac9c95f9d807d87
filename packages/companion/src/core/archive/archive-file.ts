import { browserFolder, openWriter, readFile, removeEntry } from '../files/private-folder.ts';
import { commonText } from '../texts/common.texts.ts';

const folderName = 'archive';
const fileName = 'everything-about-me.zip';
/** Bytes are handed to the browser in blocks of this size, so that they do not pile up in the page's memory. */
const blockBytes = 4 * 1024 * 1024;

/** A large file that is being written. */
export interface ArchiveWriter {
  write(bytes: Uint8Array): Promise<void>;
  finish(): Promise<Blob>;
}

/** Deletes an archive from the browser's private folder. */
export async function removeArchiveFile(): Promise<void> {
  const root = await navigator.storage?.getDirectory?.().catch(() => null);
  if (root) await removeEntry(root, folderName).catch(() => undefined);
}

/** Writes to the browser's private folder; where there is none, into a Blob, which browsers put on disk when it is large. */
export async function openArchiveFile(): Promise<ArchiveWriter> {
  return (await openPrivateFile().catch(() => null)) ?? blobWriter();
}

async function openPrivateFile(): Promise<ArchiveWriter> {
  await removeArchiveFile();
  const folder = await browserFolder(folderName);
  const writer = await openWriter(folder, fileName);
  return {
    write: async (bytes) => await writer.write(bytes),
    async finish() {
      await writer.close();
      const file = await readFile(folder, fileName);
      if (file === null) throw new Error(commonText('archive.gone'));
      return file;
    },
  };
}

function blobWriter(): ArchiveWriter {
  let whole = new Blob([]);
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const flush = () => {
    whole = new Blob([whole, ...parts], { type: 'application/zip' });
    parts = [];
    size = 0;
  };
  return {
    async write(bytes) {
      parts.push(new Uint8Array(bytes));
      size += bytes.length;
      if (size >= blockBytes) flush();
    },
    async finish() {
      flush();
      return whole;
    },
  };
}
