import { fileRow, joinPath, type FileRow } from '@fairwatch/device/core';
import { collectWords } from '@fairwatch/device/words';
import { isNotFound, readFile, removeEntry, writeFile } from '../../core/files/private-folder.ts';
import { t } from './files.texts.ts';

type Directory = FileSystemDirectoryHandle;

/** `move` exists in some browsers and is missing in the types. */
type Movable = FileSystemFileHandle & { move?: (target: Directory, name: string) => Promise<void> };

/** The limit of entries in a shared folder. */
const entriesAtMost = 20_000;
/** The extension of Chromium's temporary files. */
const unfinished = /\.crswap$/;

/** Lists a directory recursively. Names that the server would refuse are left out. */
export async function listTree(root: Directory): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  await listInto(root, '', rows);
  return rows;
}

/** Returns the time of the latest change in it. */
async function listInto(directory: Directory, parent: string, rows: FileRow[]): Promise<Date> {
  let newest = new Date(0);
  for await (const handle of directory.values()) {
    const { name } = handle;
    if (unfinished.test(name)) continue;
    if (rows.length >= entriesAtMost) {
      throw new Error(t('tooMany', { count: entriesAtMost }));
    }
    const file = handle.kind === 'file' ? await (handle as FileSystemFileHandle).getFile() : null;
    const modifiedAt = file === null ? new Date() : new Date(file.lastModified);
    const row = fileRow({ parent, name, file, modifiedAt });
    if (row === null) continue;
    rows.push(row);
    if (handle.kind === 'directory') {
      const inside = await listInto(handle as Directory, joinPath(parent, name), rows);
      // Folders have no modification time of their own; an empty one counts as changed just now.
      if (inside.getTime() > 0) row.modifiedAt = inside.toISOString();
    }
    newest = new Date(Math.max(newest.getTime(), Date.parse(row.modifiedAt)));
  }
  return newest;
}

/** Opens a subdirectory. */
export async function findDirectory(root: Directory, path: string): Promise<Directory> {
  let directory = root;
  try {
    for (const name of path.split('/').filter((step) => step !== ''))
      directory = await directory.getDirectoryHandle(name);
  } catch (error) {
    throw isNotFound(error) ? new Error(collectWords('files.folderGone'), { cause: error }) : error;
  }
  return directory;
}

/** Finds an entry of a directory by its name. */
export async function findEntry(directory: Directory, name: string): Promise<FileSystemFileHandle | Directory> {
  try {
    return await directory.getFileHandle(name);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  try {
    return await directory.getDirectoryHandle(name);
  } catch (error) {
    throw isNotFound(error) ? new Error(collectWords('files.fileGone'), { cause: error }) : error;
  }
}

export async function namesIn(directory: Directory): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const name of directory.keys()) names.add(name);
  return names;
}

/** Moves a file: by `move` where the browser can and both folders are in the same storage, else by a copy. */
export async function moveFile(
  handle: FileSystemFileHandle,
  from: Directory,
  to: { directory: Directory; name: string },
): Promise<void> {
  const movable: Movable = handle;
  if (movable.move) {
    try {
      return await movable.move(to.directory, to.name);
    } catch (error) {
      // `move` is not allowed between the private folder and a real one.
      if ((error as Partial<DOMException>).name === 'QuotaExceededError') throw error;
    }
  }
  await writeFile(to.directory, to.name, await handle.getFile());
  await removeEntry(from, handle.name);
}

/** Renames a folder by copying it, since no browser can rename one. The old one is deleted last, so that a failure loses nothing. */
export async function renameDirectory(parent: Directory, name: string, newName: string): Promise<void> {
  const copy = await parent.getDirectoryHandle(newName, { create: true });
  try {
    await copyTree(await parent.getDirectoryHandle(name), copy);
  } catch (error) {
    await removeEntry(parent, newName);
    throw error;
  }
  await removeEntry(parent, name);
}

async function copyTree(from: Directory, to: Directory): Promise<void> {
  for await (const handle of from.values()) {
    if (handle.kind === 'directory') {
      await copyTree(handle as Directory, await to.getDirectoryHandle(handle.name, { create: true }));
    } else {
      const file = await readFile(from, handle.name);
      if (file) await writeFile(to, handle.name, file);
    }
  }
}
