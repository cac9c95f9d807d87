import { fileRow, joinPath, type FileRow } from '@fairwatch/device/core';
import { collectWords } from '@fairwatch/device/words';
import { isPathStep } from '@fairwatch/contract';
import { lstat, opendir, realpath, rmdir, stat, unlink } from 'node:fs/promises';
import {
  codeOf,
  directoryId,
  openAgain,
  openInside,
  openRoot,
  type OpenDirectory,
} from '../../core/files/open-directory.ts';

/** The limit of entries in a shared folder. */
const entriesAtMost = 20_000;
/** Each level has an open directory while the tree is read. */
const depthAtMost = 100;

/** A file that has been arriving for longer will never be complete. */
const unfinishedForMs = 24 * 60 * 60 * 1000;

/** Our own temporary files in the shared folder, which are not listed. */
const temporaryName = /^\.fairwatch-[0-9a-f-]{36}\.part$/;

/** The shared folder while something is done in it. */
export interface Tree {
  root: OpenDirectory;
  /** Directories that are not shared, by their id. */
  hidden: ReadonlySet<string>;
}

/** Opens the shared folder for one operation. */
export async function inTree<Result>(
  { root: path, without }: { root: string; without: readonly string[] },
  work: (tree: Tree) => Promise<Result>,
): Promise<Result> {
  const hidden = new Set<string>();
  for (const each of without) {
    const found = await stat(each, { bigint: true }).catch(() => null);
    if (found) hidden.add(directoryId(found));
    if (found && (await isInside(path, each))) throw new Error(collectWords('files.ownFolder'));
  }
  const root = await openRoot(path).catch((error: unknown) => {
    throw new Error(collectWords('files.notOpened'), {
      cause: error,
    });
  });
  try {
    return await work({ root, hidden });
  } finally {
    await root.close();
  }
}

async function isInside(path: string, folder: string): Promise<boolean> {
  const [inner, outer] = [await realpath(path).catch(() => path), await realpath(folder)];
  return `${inner}/`.startsWith(`${outer}/`);
}

/** Opens a folder below the shared one, step by step, so that no symbolic link is followed. The caller closes it. */
export async function openFolder({ root, hidden }: Tree, path: string): Promise<OpenDirectory> {
  let directory = await openAgain(root);
  for (const name of path === '' ? [] : path.split('/')) {
    const parent = directory;
    try {
      if (!isPathStep(name)) throw new Error(collectWords('files.pathRefused'));
      directory = await openVisible(parent, name, hidden);
    } finally {
      await parent.close();
    }
  }
  return directory;
}

async function openVisible(parent: OpenDirectory, name: string, hidden: Tree['hidden']): Promise<OpenDirectory> {
  const directory = await openInside(parent, name).catch((error: unknown) => {
    throw ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))
      ? new Error(collectWords('files.folderGone'), { cause: error })
      : error;
  });
  if (!hidden.has(directory.id)) return directory;
  await directory.close();
  throw new Error(collectWords('files.ownFolder'));
}

/** A file or folder in an open directory; null for what is not there for an admin: symbolic links, pipes, hidden folders. */
export async function statEntry(directory: OpenDirectory, name: string, hidden: Tree['hidden']) {
  const found = await lstat(directory.at(name), { bigint: true }).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    throw error;
  });
  if (!found || hidden.has(directoryId(found))) return null;
  return found.isFile() || found.isDirectory() ? found : null;
}

/** Lists everything below the shared folder. Names that the server would refuse are left out, with what is below them. */
export async function listTree(tree: Tree): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  await listInto(tree.root, { parent: '', depth: 0, hidden: tree.hidden, rows, seen: { count: 0 } });
  return rows;
}

interface Listing {
  parent: string;
  depth: number;
  hidden: Tree['hidden'];
  rows: FileRow[];
  /** Everything that was looked at, listed or not. */
  seen: { count: number };
}

async function listInto(directory: OpenDirectory, listing: Listing): Promise<void> {
  const { parent, depth, hidden, rows, seen } = listing;
  for await (const { name } of await opendir(directory.self)) {
    seen.count += 1;
    if (seen.count > entriesAtMost) {
      throw new Error(collectWords('files.tooMany', { count: entriesAtMost }));
    }
    const found = await statEntry(directory, name, hidden);
    if (!found) continue;
    if (temporaryName.test(name)) {
      // What the companion left behind when it was ended in the middle of a file.
      if (Date.now() - found.mtime.getTime() > unfinishedForMs) await unlink(directory.at(name)).catch(() => undefined);
      continue;
    }
    const file = found.isDirectory() ? null : { size: Number(found.size) };
    const row = fileRow({ parent, name, file, modifiedAt: found.mtime });
    if (row === null) continue;
    rows.push(row);
    if (file !== null || depth >= depthAtMost) continue;
    // It may have been removed, or be closed to us; then it is listed as empty.
    const inner = await openInside(directory, name).catch(() => null);
    if (inner === null) continue;
    try {
      await listInto(inner, { ...listing, parent: joinPath(parent, name), depth: depth + 1 });
    } finally {
      await inner.close();
    }
  }
}

/** Deletes a file, or a folder with everything in it. A symbolic link in it is deleted, not what it leads to. */
export async function removeEntry(directory: OpenDirectory, name: string, hidden: Tree['hidden']): Promise<void> {
  const found = await lstat(directory.at(name));
  if (!found.isDirectory()) return await unlink(directory.at(name));
  const inner = await openVisible(directory, name, hidden);
  try {
    const names: string[] = [];
    for await (const entry of await opendir(inner.self)) names.push(entry.name);
    for (const each of names) await removeEntry(inner, each, hidden);
  } finally {
    await inner.close();
  }
  await rmdir(directory.at(name));
}
