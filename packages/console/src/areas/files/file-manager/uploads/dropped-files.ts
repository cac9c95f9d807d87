/** A file to upload, with its target folder relative to the open one. */
export interface ChosenFile {
  file: File;
  /** Separated by `/`; empty for the open folder itself. */
  subfolder: string;
}

/** The files of a file dialog, or all files of a picked folder. */
export function pickedFiles(files: Iterable<File>): ChosenFile[] {
  return Array.from(files, (file) => ({
    file,
    subfolder: file.webkitRelativePath.split('/').slice(0, -1).join('/'),
  }));
}

/** All dropped files, folders read recursively. Must be called inside the drop event handler: the browser clears the items afterwards. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return pickedFiles(files);
  return (await Promise.all(entries.map((entry) => readEntry(entry, '')))).flat();
}

async function readEntry(entry: FileSystemEntry, subfolder: string): Promise<ChosenFile[]> {
  if (isFile(entry)) {
    const { promise, resolve, reject } = Promise.withResolvers<File>();
    entry.file(resolve, reject);
    return [{ file: await promise, subfolder }];
  }
  const path = subfolder === '' ? entry.name : `${subfolder}/${entry.name}`;
  const children = await readDirectory(entry as FileSystemDirectoryEntry);
  return (await Promise.all(children.map((child) => readEntry(child, path)))).flat();
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** Reads in batches: browsers return at most 100 entries per call, and an empty array at the end. */
async function readDirectory(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const { promise, resolve, reject } = Promise.withResolvers<FileSystemEntry[]>();
    reader.readEntries(resolve, reject);
    const batch = await promise;
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}
