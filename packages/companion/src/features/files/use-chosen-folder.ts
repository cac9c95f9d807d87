import { useEffect, useState } from 'react';
import type { Database } from '../../core/storage/database.ts';
import { onItemsChange } from '../../core/shared-items/item-storage.ts';
import { chosenFolder, filesKind, isFolderOpen } from './chosen-folder.ts';

interface ChosenFolder {
  /** Null while the private folder of this page is shared. */
  folder: Awaited<ReturnType<typeof chosenFolder>>;
  isOpen: boolean;
}

/** Which folder is shared, and whether the browser lets this page read it; null until that is known. */
export function useChosenFolder(database: Database): ChosenFolder | null {
  const [chosen, setChosen] = useState<ChosenFolder | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const folder = await chosenFolder(database);
      const isOpen = folder === null || (await isFolderOpen(folder));
      if (isCurrent) setChosen({ folder, isOpen });
    };
    const lookNow = () => void look().catch(() => isCurrent && setChosen({ folder: null, isOpen: false }));
    lookNow();
    const forget = onItemsChange(filesKind, lookNow);
    return () => {
      isCurrent = false;
      forget();
    };
  }, [database]);
  return chosen;
}
