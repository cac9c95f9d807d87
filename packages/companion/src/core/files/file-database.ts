import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** Files and folders where the browser has no private folder: their bytes lie in pieces, since not every browser keeps Blobs in private windows. */
interface FileSchema extends DBSchema {
  entries: { key: [parent: string, name: string]; value: StoredEntry };
  pieces: { key: [file: string, place: number]; value: Uint8Array };
  /** In which of the two places this page keeps its files, under the key `place`. */
  settings: { key: string; value: FilePlace };
}

export interface StoredEntry {
  /** The id of the folder that it lies in. */
  parent: string;
  name: string;
  kind: 'file' | 'directory';
  id: string;
  size: number;
  modifiedAt: number;
}

export type FilePlace = 'private-folder' | 'database';
export type FileDatabase = IDBPDatabase<FileSchema>;

/** The id of the outermost folder, which has no entry of its own. */
export const rootId = '';

const databaseName = 'fairwatch-companion-files';
let opening: Promise<FileDatabase> | null = null;

/** Opens the database once for all who use it. It is closed where another version of this page or the person wants it gone. */
export async function openFileDatabase(): Promise<FileDatabase> {
  const forget = () => (opening = null);
  opening ??= open(forget);
  try {
    return await opening;
  } catch (error) {
    forget();
    throw error;
  }
}

async function open(forget: () => void): Promise<FileDatabase> {
  const database = await openDB<FileSchema>(databaseName, 1, {
    upgrade(made) {
      made.createObjectStore('entries', { keyPath: ['parent', 'name'] });
      made.createObjectStore('pieces');
      made.createObjectStore('settings');
    },
    blocking(_, __, event) {
      forget();
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  });
  await sweep(database);
  return database;
}

/** Deletes the pieces of files that were not closed before the page was. Only one tab is the device, so nobody writes them now. */
async function sweep(database: FileDatabase): Promise<void> {
  const sweeping = database.transaction(['entries', 'pieces'], 'readwrite');
  const known = new Set((await sweeping.objectStore('entries').getAll()).map(({ id }) => id));
  const pieces = sweeping.objectStore('pieces');
  const left = new Set((await pieces.getAllKeys()).map(([file]) => file).filter((file) => !known.has(file)));
  await Promise.all([...Array.from(left, (file) => pieces.delete(allOf(file))), sweeping.done]);
}

/** The range of everything under the first part of a key. Arrays sort after numbers and strings. */
export function allOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}

export async function eraseFileDatabase(): Promise<void> {
  const database = await openFileDatabase();
  const erasing = database.transaction(['entries', 'pieces', 'settings'], 'readwrite');
  await Promise.all([
    erasing.objectStore('entries').clear(),
    erasing.objectStore('pieces').clear(),
    erasing.objectStore('settings').clear(),
    erasing.done,
  ]);
}
