import { databaseRoot } from './database-directory.ts';
import { eraseFileDatabase, openFileDatabase, type FileDatabase, type FilePlace } from './file-database.ts';
import type { FileWriter } from './file-writer.ts';

/**
 * A folder of this page that nobody else reads: in the browser's own folder for this origin (OPFS), or in a database where the browser has
 * none or refuses it, as in private windows. Which of the two is decided once, since what lies in the one is missing in the other.
 */
export async function privateFolder(name: string): Promise<FileSystemDirectoryHandle> {
  return await (await privateRoot()).getDirectoryHandle(name, { create: true });
}

/** Deletes a private folder with everything in it. */
export async function removePrivateFolder(name: string): Promise<void> {
  await removeEntry(await privateRoot(), name);
}

/** The browser's own folder alone, for what needs no other place. */
export async function browserFolder(name: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return await root.getDirectoryHandle(name, { create: true });
}

async function privateRoot(): Promise<FileSystemDirectoryHandle> {
  const database = await openFileDatabase();
  deciding ??= decidePlace(database);
  try {
    if ((await deciding) === 'private-folder') return await navigator.storage.getDirectory();
    return databaseRoot(database);
  } catch (error) {
    deciding = null;
    throw error;
  }
}

let deciding: Promise<FilePlace> | null = null;

async function decidePlace(database: FileDatabase): Promise<FilePlace> {
  const known = await database.get('settings', 'place');
  if (known !== undefined) return known;
  const place = await usablePlace();
  await database.put('settings', place, 'place');
  return place;
}

/** Some browsers have the folder and refuse every file in it, so that only a file tells. */
async function usablePlace(): Promise<FilePlace> {
  const name = 'probe';
  try {
    const folder = await navigator.storage.getDirectory();
    await writeFile(folder, name, new Blob(['written']));
    await removeEntry(folder, name);
    return 'private-folder';
  } catch {
    return 'database';
  }
}

/** Deletes all files of this page, in both places. */
export async function erasePrivateFolders(): Promise<void> {
  deciding = null;
  await eraseFileDatabase();
  const folder = await navigator.storage?.getDirectory?.().catch(() => null);
  if (!folder) return;
  for await (const name of folder.keys()) await folder.removeEntry(name, { recursive: true });
}

/** Opens a file for writing from its beginning. Safari before 26 writes in workers only. */
export async function openWriter(folder: FileSystemDirectoryHandle, name: string): Promise<FileWriter> {
  const handle = await folder.getFileHandle(name, { create: true });
  if (!('createWritable' in handle)) {
    const { openWorkerWriter } = await import('./worker-writer.ts');
    return await openWorkerWriter(handle);
  }
  const stream = await handle.createWritable();
  return {
    write: (bytes) => stream.write(bytes as Blob | Uint8Array<ArrayBuffer>),
    close: () => stream.close(),
    abort: () => stream.abort(),
  };
}

/** Writes a whole file. When that fails, for instance because the storage is full, the partial file is deleted. */
export async function writeFile(folder: FileSystemDirectoryHandle, name: string, content: Blob): Promise<void> {
  const writer = await openWriter(folder, name);
  try {
    await writer.write(content);
    await writer.close();
  } catch (error) {
    await writer.abort().catch(() => undefined);
    await removeEntry(folder, name);
    throw error;
  }
}

/** The file of this name, or null. */
export async function readFile(folder: FileSystemDirectoryHandle, name: string): Promise<File | null> {
  try {
    const handle = await folder.getFileHandle(name);
    return await handle.getFile();
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** Removes a file, or a folder with everything in it. Does nothing when it does not exist. */
export async function removeEntry(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await folder.removeEntry(name, { recursive: true });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'TypeMismatchError');
}
