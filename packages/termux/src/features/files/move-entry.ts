import { collectWords } from '@fairwatch/device/words';
import { lstat, mkdir, open, rename, rmdir, unlink } from 'node:fs/promises';
import { codeOf, type OpenDirectory } from '../../core/files/open-directory.ts';

export class NameTaken extends Error {
  constructor(options?: ErrorOptions) {
    super(collectWords('files.nameTaken'), options);
  }
}

/**
 * Gives an entry another name in its directory; throws `NameTaken` rather than replace anything. The new name is first taken by an empty
 * placeholder, which fails if it exists, and only the placeholder is replaced: links, which would do the same, do not exist on the shared
 * storage of Android.
 */
export async function moveWithoutReplacing(directory: OpenDirectory, name: string, newName: string): Promise<void> {
  const [from, to] = [directory.at(name), directory.at(newName)];
  const entry = await lstat(from, { bigint: true });
  const isFolder = entry.isDirectory();
  try {
    await (isFolder ? mkdir(to) : createEmpty(to));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    // Where upper and lower case are the same, "a.txt" exists under the name "A.txt".
    const { ino, dev } = await lstat(to, { bigint: true });
    const isSame = ino === entry.ino && dev === entry.dev && name.toLowerCase() === newName.toLowerCase();
    if (!isSame) throw new NameTaken({ cause: error });
    return await rename(from, to);
  }
  try {
    await rename(from, to);
  } catch (error) {
    await (isFolder ? rmdir(to) : unlink(to)).catch(() => undefined);
    throw error;
  }
}

async function createEmpty(path: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  await handle.close();
}
