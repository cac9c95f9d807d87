import { freeName, type SharedFolder } from '@fairwatch/device/core';
import { privateFolder, removePrivateFolder, writeFile } from '../../core/files/private-folder.ts';
import type { Database } from '../../core/storage/database.ts';
import { announceItemsChange, storageProblem } from '../../core/shared-items/item-storage.ts';
import { directoryFolder } from './directory-folder.ts';
import { namesIn } from './directory-tree.ts';
import { isFileName } from '@fairwatch/contract';
import { t } from './files.texts.ts';

export const filesKind = 'files';
const savedAs = 'shared-folder';

type Directory = FileSystemDirectoryHandle;

/** Chromium's permission API of real folders, whose permission ends with the visit. */
interface RealDirectory extends Directory {
  queryPermission(mode: { mode: 'readwrite' }): Promise<PermissionState>;
  requestPermission(mode: { mode: 'readwrite' }): Promise<PermissionState>;
}

type Picker = (options: { id: string; mode: 'readwrite' }) => Promise<RealDirectory>;

/** The real folder that the person chose; null while the private one of this page is shared. */
export async function chosenFolder(database: Database): Promise<RealDirectory | null> {
  return ((await database.get('values', savedAs)) as RealDirectory | undefined) ?? null;
}

export async function isFolderOpen(folder: RealDirectory): Promise<boolean> {
  return (await folder.queryPermission({ mode: 'readwrite' })) === 'granted';
}

function picker(): Picker | null {
  return (window as unknown as { showDirectoryPicker?: Picker }).showDirectoryPicker ?? null;
}

export function canChooseFolder(): boolean {
  return picker() !== null;
}

/** Lets the person choose a folder of their device. Must be called from a tap. */
export async function chooseFolder(database: Database): Promise<string | null> {
  const pick = picker();
  if (pick === null) throw new Error(t('noFolder'));
  let folder: RealDirectory;
  try {
    folder = await pick({ id: 'fairwatch', mode: 'readwrite' });
  } catch (error) {
    // The person closed the picker.
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
  await database.put('values', folder, savedAs);
  announceItemsChange(filesKind);
  return folder.name;
}

/** Asks the browser for the permission again. Must be called from a tap. */
export async function reopenFolder(folder: RealDirectory): Promise<boolean> {
  const isOpen = (await folder.requestPermission({ mode: 'readwrite' })) === 'granted';
  announceItemsChange(filesKind);
  return isOpen;
}

/** Switches back to the private folder. The real one is not changed, and not read any more. */
export async function forgetFolder(database: Database): Promise<void> {
  await database.delete('values', savedAs);
  announceItemsChange(filesKind);
}

async function rootOf(database: Database): Promise<Directory> {
  const chosen = await chosenFolder(database);
  if (chosen === null) return await privateFolder('shared');
  if (!(await isFolderOpen(chosen))) throw new Error(t('closed'));
  return chosen;
}

let isSwept = false;

/** Opens the folder for partial files. Those of an earlier visit are deleted, which is safe since only one tab is the device. */
async function arrivingFolder(): Promise<Directory> {
  const name = 'arriving';
  if (!isSwept) {
    isSwept = true;
    await removePrivateFolder(name);
  }
  return await privateFolder(name);
}

export function sharedFolder(database: Database): SharedFolder {
  return directoryFolder({
    root: () => rootOf(database),
    arriving: arrivingFolder,
    onChange: () => announceItemsChange(filesKind),
  });
}

/** Copies the person's own files into the folder. Where a name is taken, both are kept. */
export async function addFiles(database: Database, files: readonly File[]): Promise<number> {
  const root = await rootOf(database);
  const taken = await namesIn(root);
  let added = 0;
  try {
    for (const file of files) {
      const name = freeName(isFileName(file.name) ? file.name : t('unnamed'), (given) => taken.has(given));
      await writeFile(root, name, file);
      taken.add(name);
      added += 1;
    }
    return added;
  } catch (error) {
    const { message } = storageProblem(error);
    throw added === 0
      ? new Error(message)
      : new Error(t('addedSome', { added, count: files.length, problem: message }));
  } finally {
    announceItemsChange(filesKind);
  }
}
