import { useEffect, useState } from 'react';
import { useCompanion } from '../live/companion-context.ts';
import type { TrayItem } from '../storage/database.ts';
import { onTrayChange } from './tray-changes.ts';
import { readTray, type TrayName } from './tray-store.ts';

/** Returns the items of a tray, or null until they are loaded. They are loaded again after each change of the tray. */
export function useTray(tray: TrayName): readonly TrayItem[] | null {
  const { database } = useCompanion();
  return useTrayList(tray, () => readTray(database, tray));
}

/** The same for a tray that is kept elsewhere. `read` is called again after each announced change. */
export function useTrayList<Item>(tray: string, read: () => Promise<readonly Item[]>): readonly Item[] | null {
  const [items, setItems] = useState<readonly Item[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    let reading = 0;
    const load = () => {
      reading += 1;
      const mine = reading;
      read().then(
        (found) => isCurrent && mine === reading && setItems(found),
        // Nothing readable is nothing to show; what adds or removes says what is wrong.
        () => isCurrent && mine === reading && setItems([]),
      );
    };
    load();
    const forget = onTrayChange(tray, load);
    return () => {
      isCurrent = false;
      forget();
    };
    // `read` is made anew with each drawing and reads the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [tray]);
  return items;
}
