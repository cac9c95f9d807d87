import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** What the companion keeps in the browser, one object store each. */
interface CompanionSchema extends DBSchema {
  /** Single values by name: the joined device, settings, what the server has not confirmed yet. */
  values: { key: string; value: unknown };
  /** What the person put into a tray, by tray and key. */
  trays: { key: [tray: string, key: string]; value: TrayItem };
  /** Messages of admins, by their number. */
  messages: { key: number; value: StoredMessage };
}

/** One thing in a tray: a contact, an event, or the description of a file whose bytes lie in the origin's private folder. */
export interface TrayItem {
  tray: string;
  key: string;
  /** The feature's record, as an Update sends it. */
  record: Record<string, unknown>;
  addedAt: string;
}

/** A message of an admin, kept on the phone until the person deletes it or leaves. */
export interface StoredMessage {
  notificationId: number;
  notificationType: string;
  title: string;
  message: string;
  sentBy: string;
  receivedAt: string;
  state: 'DELIVERED' | 'SEEN' | 'DISMISSED';
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

/** Deletes everything that the companion keeps, with the files of its trays: the person left. */
export async function eraseEverything(database: Database): Promise<void> {
  const erasing = database.transaction(['values', 'trays', 'messages'], 'readwrite');
  await Promise.all([
    erasing.objectStore('values').clear(),
    erasing.objectStore('trays').clear(),
    erasing.objectStore('messages').clear(),
    erasing.done,
  ]);
  // Not every browser has a private folder; where there is none, nothing lies in it.
  const folder = await navigator.storage?.getDirectory?.().catch(() => null);
  if (!folder) return;
  for await (const name of folder.keys()) await folder.removeEntry(name, { recursive: true });
}
