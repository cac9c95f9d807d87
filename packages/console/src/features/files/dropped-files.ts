/** A file that somebody chose, and in which folder below the open one it goes. */
export interface ChosenFile {
  file: File;
  /** Folders with `/` between them; empty for the open one. */
  below: string;
}

/** What a person picked in a file dialog: files, or a folder with all that lies in it. */
export function pickedFiles(files: Iterable<File>): ChosenFile[] {
  return Array.from(files, (file) => ({
    file,
    below: file.webkitRelativePath.split('/').slice(0, -1).join('/'),
  }));
}

/** What a person dropped on the page, folders all the way down. Must be called while the drop is handled. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return pickedFiles(files);
  return (await Promise.all(entries.map((entry) => filesOf(entry, '')))).flat();
}

async function filesOf(entry: FileSystemEntry, below: string): Promise<ChosenFile[]> {
  if (isFile(entry)) {
    const { promise, resolve, reject } = Promise.withResolvers<File>();
    entry.file(resolve, reject);
    return [{ file: await promise, below }];
  }
  const path = below === '' ? entry.name : `${below}/${entry.name}`;
  const children = await childrenOf(entry as FileSystemDirectoryEntry);
  return (await Promise.all(children.map((child) => filesOf(child, path)))).flat();
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** Browsers hand out a hundred at a time, and an empty answer at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const { promise, resolve, reject } = Promise.withResolvers<FileSystemEntry[]>();
    reader.readEntries(resolve, reject);
    const some = await promise;
    if (some.length === 0) return all;
    all.push(...some);
  }
}
