import type { Database, SharedItem } from '../storage/database.ts';
import { itemText } from './shared-items.texts.ts';

/**
 * The kinds of items that are kept in the database: what the person chose to share, which is what an Update sends. Files are kept in
 * a folder instead.
 */
export type ItemKind = 'contacts' | 'calendar-events' | 'gallery';

export type NewItem = Pick<SharedItem, 'key' | 'record'>;

/** How many items were added, and how many were there already. */
export interface Added {
  added: number;
  known: number;
}

export async function readItems(database: Database, kind: ItemKind): Promise<SharedItem[]> {
  return await database.getAll('trays', allOfKind(kind));
}

export async function findItem(database: Database, kind: ItemKind, key: string): Promise<SharedItem | undefined> {
  return await database.get('trays', [kind, key]);
}

/** Adds all items or, when they would be more than `atMost`, none. An item with a known key replaces the earlier one. */
export async function addItems(
  database: Database,
  kind: ItemKind,
  items: readonly NewItem[],
  atMost: number,
): Promise<Added> {
  try {
    const writing = database.transaction('trays', 'readwrite');
    const known = new Set((await writing.store.getAllKeys(allOfKind(kind))).map(([, key]) => key));
    const unique = new Map(items.map((item) => [item.key, item]));
    const result = countAdded(unique.keys(), known);
    if (known.size + result.added > atMost) {
      writing.abort();
      await writing.done.catch(() => undefined);
      throw new Error(tooMany(atMost, known.size, result.added));
    }
    const addedAt = new Date().toISOString();
    await Promise.all([
      ...Array.from(unique.values(), ({ key, record }) => writing.store.put({ tray: kind, key, record, addedAt })),
      writing.done,
    ]);
    announceItemsChange(kind);
    return result;
  } catch (error) {
    throw storageProblem(error);
  }
}

export async function removeItems(database: Database, kind: ItemKind, keys: readonly string[]): Promise<void> {
  const writing = database.transaction('trays', 'readwrite');
  await Promise.all([...keys.map((key) => writing.store.delete([kind, key])), writing.done]);
  announceItemsChange(kind);
}

/** Counts how many of these keys are new and how many are known. */
export function countAdded(keys: Iterable<string>, known: ReadonlySet<string>): Added {
  const result = { added: 0, known: 0 };
  for (const key of keys) result[known.has(key) ? 'known' : 'added'] += 1;
  return result;
}

function tooMany(atMost: number, there: number, more: number): string {
  return itemText(there === 0 ? 'tooMany' : 'tooManyMore', { count: more, atMost, there });
}

/** Arrays sort after every string, so this range covers every key of the kind. */
function allOfKind(kind: ItemKind): IDBKeyRange {
  return IDBKeyRange.bound([kind], [kind, []]);
}

const changes = new EventTarget();

/** Tells every screen that shows items of this kind that some were added or removed, by the person or by an admin's command. */
export function announceItemsChange(kind: string): void {
  changes.dispatchEvent(new Event(kind));
}

/** Returns the function that unsubscribes. */
export function onItemsChange(kind: string, listener: () => void): () => void {
  changes.addEventListener(kind, listener);
  return () => changes.removeEventListener(kind, listener);
}

/** Turns an error of the browser's storage into one whose message the person can read. A full storage is the usual reason. */
export function storageProblem(error: unknown): Error {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError') {
    return new Error(itemText('noSpace'), { cause: error });
  }
  return error instanceof Error ? error : new Error(String(error));
}

/** The result in words: "3 added, 1 was here already." */
export function addedText({ added, known }: Added): string {
  return known === 0 ? itemText('added', { count: added }) : itemText('addedSome', { added, count: known });
}
