import { isNotFound, readFile, removeEntry, writeFile } from '../../core/files/private-folder.ts';
import { fileRow, joinPath, type FileRow } from './file-row.ts';

type Directory = FileSystemDirectoryHandle;

/** Moving is quick where a browser can do it; its types do not know it yet. */
type Movable = FileSystemFileHandle & { move?: (target: Directory, name: string) => Promise<void> };

/** More is no folder to share by a browser. */
const entriesAtMost = 20_000;
/** Chromium's files of unfinished writing. */
const unfinished = /\.crswap$/;

const fileGone = 'This file is no longer on the device.';
const folderGone = 'This folder is no longer on the device.';

/** Everything in a directory, all the way down. Names that the server would not take are left out. */
export async function listTree(root: Directory): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  await listInto(root, '', rows);
  return rows;
}

/** Gives back when something in it was changed last. */
async function listInto(directory: Directory, parent: string, rows: FileRow[]): Promise<Date> {
  let newest = new Date(0);
  for await (const handle of directory.values()) {
    const { name } = handle;
    if (unfinished.test(name)) continue;
    if (rows.length >= entriesAtMost) {
      throw new Error(
        `The shared folder has more than ${entriesAtMost.toLocaleString('en')} files. Choose a smaller one.`,
      );
    }
    const file = handle.kind === 'file' ? await (handle as FileSystemFileHandle).getFile() : null;
    const modifiedAt = file === null ? new Date() : new Date(file.lastModified);
    const row = fileRow({ parent, name, file, modifiedAt });
    if (row === null) continue;
    rows.push(row);
    if (handle.kind === 'directory') {
      const inside = await listInto(handle as Directory, joinPath(parent, name), rows);
      // A folder says nothing itself about when it was changed; an empty one counts as changed just now.
      if (inside.getTime() > 0) row.modifiedAt = inside.toISOString();
    }
    newest = new Date(Math.max(newest.getTime(), Date.parse(row.modifiedAt)));
  }
  return newest;
}

/** A directory below another one. */
export async function findDirectory(root: Directory, path: string): Promise<Directory> {
  let directory = root;
  try {
    for (const name of path.split('/').filter((step) => step !== ''))
      directory = await directory.getDirectoryHandle(name);
  } catch (error) {
    throw isNotFound(error) ? new Error(folderGone, { cause: error }) : error;
  }
  return directory;
}

/** What lies in a directory under a name. */
export async function findEntry(directory: Directory, name: string): Promise<FileSystemFileHandle | Directory> {
  try {
    return await directory.getFileHandle(name);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  try {
    return await directory.getDirectoryHandle(name);
  } catch (error) {
    throw isNotFound(error) ? new Error(fileGone, { cause: error }) : error;
  }
}

export async function namesIn(directory: Directory): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const name of directory.keys()) names.add(name);
  return names;
}

/** Puts a file elsewhere: by moving it where both lie in the same storage and the browser can, else by a copy. */
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
      // Not allowed between the private folder and a real one; a copy is.
      if ((error as Partial<DOMException>).name === 'QuotaExceededError') throw error;
    }
  }
  await writeFile(to.directory, to.name, await handle.getFile());
  await removeEntry(from, handle.name);
}

/** No browser renames a folder: its content is copied first, so that nothing is lost when that fails. */
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
