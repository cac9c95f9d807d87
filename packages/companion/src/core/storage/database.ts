import type { StoredMessage } from '@fairwatch/device/core';
import { erasePrivateFolders } from '../files/private-folder.ts';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** The object stores of the companion's database. */
interface CompanionSchema extends DBSchema {
  /** Single values by name: the joined device, settings, what the server has not confirmed yet. */
  values: { key: string; value: unknown };
  /** The items that the person chose to share, by kind and key. The names of the store and of its key date from an earlier version. */
  trays: { key: [kind: string, key: string]; value: SharedItem };
  /** Messages of admins, by id. */
  messages: { key: number; value: StoredMessage };
}

/** One shared item: a contact, an event, or the description of a file whose bytes lie in a private folder. */
export interface SharedItem {
  /** The kind, such as `contacts`. */
  tray: string;
  key: string;
  /** The feature's record, as an Update sends it. */
  record: Record<string, unknown>;
  addedAt: string;
}

export type Database = IDBPDatabase<CompanionSchema>;

const databaseName = 'fairwatch-companion';

interface DatabaseEvents {
  /** A newer version in another tab waits for this one to close the database. */
  onBlocking: () => void;
  /** The browser closed the database, for instance because the person deleted the data of this page. */
  onTerminated?: () => void;
}

/** Opens the companion's database. */
export async function openDatabase({ onBlocking, onTerminated }: DatabaseEvents): Promise<Database> {
  return await openDB<CompanionSchema>(databaseName, 1, {
    upgrade(database) {
      database.createObjectStore('values');
      database.createObjectStore('trays', { keyPath: ['tray', 'key'] });
      database.createObjectStore('messages', { keyPath: 'notificationId' });
    },
    blocking: onBlocking,
    ...(onTerminated && { terminated: onTerminated }),
  });
}

/** Deletes everything that the companion keeps, with the files that were shared: the person left. */
export async function eraseEverything(database: Database): Promise<void> {
  const erasing = database.transaction(['values', 'trays', 'messages'], 'readwrite');
  await Promise.all([
    erasing.objectStore('values').clear(),
    erasing.objectStore('trays').clear(),
    erasing.objectStore('messages').clear(),
    erasing.done,
  ]);
  await erasePrivateFolders();
}
