import { collectWords } from '@fairwatch/device/words';
import { isPathStep, mimeTypeByName } from '@fairwatch/contract';
import { fileRow, nameOf, parentOf, type SharedFolder } from '@fairwatch/device/core';
import { openHandle } from '@fairwatch/device/node';
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { diskProblem, throwReadable } from '../../core/files/disk-problem.ts';
import { codeOf, openRegularFile, type OpenDirectory } from '../../core/files/open-directory.ts';
import { beginFile } from './arriving-file.ts';
import { inTree, listTree, openFolder, removeEntry, statEntry, type Tree } from './folder-tree.ts';
import { moveWithoutReplacing, NameTaken } from './move-entry.ts';

interface DiskFolderOptions {
  /** Folders that are not shared even if they are inside. */
  without?: readonly string[];
}

/**
 * A folder on the disk as the folder that a device shares. Nothing outside of it is reached: directories are opened one by one without
 * following symbolic links, and each operation works in the directory that was opened, so that replacing one by a link meanwhile changes
 * nothing.
 */
export function diskFolder(root: string, { without = [] }: DiskFolderOptions = {}): SharedFolder {
  const use = <Result>(work: (tree: Tree) => Promise<Result>) => inTree({ root, without }, work);

  const inFolder = <Result>(path: string, work: (folder: OpenDirectory, tree: Tree) => Promise<Result>) =>
    use(async (tree) => {
      const folder = await openFolder(tree, path);
      try {
        return await work(folder, tree).catch(throwReadable);
      } finally {
        await folder.close();
      }
    });

  /** Finds an entry in the folder that it lies in. */
  const atEntry = <Result>(path: string, work: (entry: Found) => Promise<Result>) => {
    const name = nameOf(path);
    return inFolder(parentOf(path), async (folder, { hidden }) => {
      if (path === '') throw new Error(collectWords('files.isRoot'));
      checkName(name);
      const found = await statEntry(folder, name, hidden);
      if (!found) throw new Error(collectWords('files.fileGone'));
      return await work({ folder, name, isFolder: found.isDirectory(), hidden });
    });
  };

  return {
    list: () => use(listTree),

    open: async (path) => ({
      mimeType: mimeTypeByName(nameOf(path)),
      open: () =>
        atEntry(path, async ({ folder, name, isFolder }) => {
          if (isFolder) throw new Error(collectWords('files.isFolder'));
          const handle = await openRegularFile(folder, name);
          if (handle === null) throw new Error(collectWords('files.fileGone'));
          return await openHandle(handle);
        }),
    }),

    begin: async (folder, name) => {
      checkName(name);
      return await beginFile({ folder, name, openFolder: () => use((tree) => openFolder(tree, folder)) });
    },

    create: (path, name) =>
      inFolder(path, async (folder) => {
        checkName(name);
        const row = fileRow({ parent: path, name, file: null, modifiedAt: new Date() });
        if (row === null) throw new Error(collectWords('files.nameRefused'));
        await mkdir(folder.at(name)).catch((error: unknown) => {
          throw codeOf(error) === 'EEXIST' ? new NameTaken({ cause: error }) : diskProblem(error);
        });
        // A new key, since the server may still have something else under the key of this path.
        return { ...row, key: `created-${randomUUID()}` };
      }),

    rename: (path, newName) =>
      atEntry(path, async ({ folder, name }) => {
        checkName(newName);
        if (name !== newName) await moveWithoutReplacing(folder, name, newName);
      }),

    remove: (path) => atEntry(path, ({ folder, name, hidden }) => removeEntry(folder, name, hidden)),
  };
}

interface Found extends Pick<Tree, 'hidden'> {
  folder: OpenDirectory;
  name: string;
  isFolder: boolean;
}

/** The commands are checked already; a name that leaves its folder would undo everything here, so it is checked again. */
function checkName(name: string): void {
  if (!isPathStep(name)) throw new Error(collectWords('files.nameRefused'));
}
