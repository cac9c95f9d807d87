import type { Database, TrayItem } from '../storage/database.ts';
import { announceTrayChange } from './tray-changes.ts';
import { storageProblem } from './storage-problem.ts';

/** What is kept in the database; files have a tray of their own, which is a folder. */
export type TrayName = 'contacts' | 'calendar-events' | 'gallery';

export type NewItem = Pick<TrayItem, 'key' | 'record'>;

/** What was added and what was there already. */
export interface Added {
  added: number;
  known: number;
}

export async function readTray(database: Database, tray: TrayName): Promise<TrayItem[]> {
  return await database.getAll('trays', wholeTray(tray));
}

export async function findTrayItem(database: Database, tray: TrayName, key: string): Promise<TrayItem | undefined> {
  return await database.get('trays', [tray, key]);
}

/** Adds all of them or, when they do not fit, none. What is in the tray already under the same key is written anew. */
export async function addToTray(
  database: Database,
  tray: TrayName,
  items: readonly NewItem[],
  atMost: number,
): Promise<Added> {
  try {
    const writing = database.transaction('trays', 'readwrite');
    const known = new Set((await writing.store.getAllKeys(wholeTray(tray))).map(([, key]) => key));
    const unique = new Map(items.map((item) => [item.key, item]));
    const result = countAdded(unique.keys(), known);
    if (known.size + result.added > atMost) {
      writing.abort();
      await writing.done.catch(() => undefined);
      throw new Error(tooMany(atMost, known.size, result.added));
    }
    const addedAt = new Date().toISOString();
    await Promise.all([
      ...Array.from(unique.values(), ({ key, record }) => writing.store.put({ tray, key, record, addedAt })),
      writing.done,
    ]);
    announceTrayChange(tray);
    return result;
  } catch (error) {
    throw storageProblem(error);
  }
}

export async function removeFromTray(database: Database, tray: TrayName, keys: readonly string[]): Promise<void> {
  const writing = database.transaction('trays', 'readwrite');
  await Promise.all([...keys.map((key) => writing.store.delete([tray, key])), writing.done]);
  announceTrayChange(tray);
}

/** How many of these keys are new. */
export function countAdded(keys: Iterable<string>, known: ReadonlySet<string>): Added {
  const result = { added: 0, known: 0 };
  for (const key of keys) result[known.has(key) ? 'known' : 'added'] += 1;
  return result;
}

function tooMany(atMost: number, there: number, more: number): string {
  const most = atMost.toLocaleString('en');
  const has = there === 0 ? '' : ` ${there.toLocaleString('en')} are here already.`;
  return `These are ${more.toLocaleString('en')}, and at most ${most} can be shared.${has} Nothing was added.`;
}

/** Arrays sort after every string, so this covers each key of the tray. */
function wholeTray(tray: TrayName): IDBKeyRange {
  return IDBKeyRange.bound([tray], [tray, []]);
}
