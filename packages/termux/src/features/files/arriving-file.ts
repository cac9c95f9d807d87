import { collectWords } from '@fairwatch/device/words';
import { type ArrivingFile, type FileRow, fileRow, freeName } from '@fairwatch/device/core';
import { createHash, randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { lstat, open, unlink } from 'node:fs/promises';
import { throwReadable } from '../../core/files/disk-problem.ts';
import { directoryId, type OpenDirectory } from '../../core/files/open-directory.ts';
import { moveWithoutReplacing, NameTaken } from './move-entry.ts';

interface Target {
  /** The folder's path below the shared folder. */
  folder: string;
  name: string;
  /** Opens the folder; the caller closes it. */
  openFolder(): Promise<OpenDirectory>;
}

/** Somebody else may create files at the same time; they do not take so many names in a row. */
const triesAtMost = 100;

/** Begins to write a file: under a temporary name in its own folder, so that it can be moved without copying. */
export async function beginFile({ folder, name, openFolder }: Target): Promise<ArrivingFile> {
  const directory = await openFolder();
  const id = randomUUID();
  const temporary = `.fairwatch-${id}.part`;
  const handle = await open(directory.at(temporary), 'wx', 0o600).catch(async (error: unknown) => {
    await directory.close();
    return throwReadable(error);
  });
  const hash = createHash('sha256');
  let isOpen = true;
  let isFolderOpen = true;
  let kept: { name: string; fileId: string } | null = null;

  async function end(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    await handle.close();
  }

  async function closeFolder(): Promise<void> {
    if (!isFolderOpen) return;
    isFolderOpen = false;
    await directory.close();
  }

  async function move(): Promise<FileRow> {
    const { mtime, size } = await lstat(directory.at(temporary));
    const keptAs = await moveToFreeName(directory, temporary, name);
    kept = { name: keptAs, fileId: idOf(await lstat(directory.at(keptAs), { bigint: true })) };
    await directory.sync();
    const row = fileRow({ parent: folder, name: keptAs, file: { size }, modifiedAt: mtime });
    if (row === null) throw new Error(collectWords('files.nameRefused'));
    // A new key, since the server may still have another file under the key of this path.
    return { ...row, key: `received-${id}` };
  }

  return {
    async write(bytes) {
      await handle.writeFile(bytes).catch(throwReadable);
      hash.update(bytes);
    },
    async keep(announced) {
      if (hash.digest('hex') !== announced) throw new Error(collectWords('files.wrongBytes'));
      await handle.sync().catch(throwReadable);
      await end();
      const row = await move().catch(throwReadable);
      await closeFolder();
      return row;
    },
    async discard() {
      await end();
      if (kept !== null) await unlinkKept(kept, openFolder);
      else if (isFolderOpen) await unlink(directory.at(temporary)).catch(() => undefined);
      await closeFolder();
    },
  };
}

/** Tells a file from one that was put in its place, which may get the number of the deleted one, and from one that was changed. */
function idOf(found: BigIntStats): string {
  return `${directoryId(found)}:${found.size}:${found.mtimeNs}`;
}

/** Deletes a kept file, unless somebody has put another one in its place. */
async function unlinkKept(
  { name, fileId }: { name: string; fileId: string },
  openFolder: Target['openFolder'],
): Promise<void> {
  const directory = await openFolder().catch(() => null);
  if (directory === null) return;
  try {
    const found = await lstat(directory.at(name), { bigint: true }).catch(() => null);
    if (found && idOf(found) === fileId) await unlink(directory.at(name));
  } finally {
    await directory.close();
  }
}

async function moveToFreeName(directory: OpenDirectory, temporary: string, name: string): Promise<string> {
  const taken = new Set<string>();
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const free = freeName(name, (given) => taken.has(given));
    try {
      await moveWithoutReplacing(directory, temporary, free);
      return free;
    } catch (error) {
      if (!(error instanceof NameTaken)) throw error;
      taken.add(free);
    }
  }
  throw new NameTaken();
}
