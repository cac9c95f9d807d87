import { useEffect, useState } from 'react';
import { useCompanion } from '../live/companion-context.ts';
import type { SharedItem } from '../storage/database.ts';
import { type ItemKind, onItemsChange, readItems } from './item-storage.ts';

/** Returns the items of a kind, or null until they are loaded. They are loaded again after each change. */
export function useSharedItems(kind: ItemKind): readonly SharedItem[] | null {
  const { database } = useCompanion();
  return useItemList(kind, () => readItems(database, kind));
}

/** Like `useSharedItems`, for items that are not in the database. `read` is called again after each announced change. */
export function useItemList<Item>(kind: string, read: () => Promise<readonly Item[]>): readonly Item[] | null {
  const [items, setItems] = useState<readonly Item[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    let reading = 0;
    const load = () => {
      reading += 1;
      const mine = reading;
      read().then(
        (found) => isCurrent && mine === reading && setItems(found),
        // A failed read shows an empty list; adding and removing report what is wrong.
        () => isCurrent && mine === reading && setItems([]),
      );
    };
    load();
    const forget = onItemsChange(kind, load);
    return () => {
      isCurrent = false;
      forget();
    };
    // `read` is a new function at each render, with the same effect.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [kind]);
  return items;
}
