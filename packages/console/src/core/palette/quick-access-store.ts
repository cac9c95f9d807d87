import { useSyncExternalStore } from 'react';
import { createExternalStore } from '../session/external-store.ts';

/** What is open above the page: the command palette, the sheet of shortcuts, the name of the open device, or a new passcode. */
export type QuickAccess = 'palette' | 'help' | 'rename' | 'add-device' | null;

const store = createExternalStore<QuickAccess>(null);

export const quickAccess = {
  open: (part: NonNullable<QuickAccess>) => store.set(part),
  /** Only that part: the palette, closing, must not take away what it has just opened. */
  close: (part: NonNullable<QuickAccess>) => store.get() === part && store.set(null),
};

export function useOpenQuickAccess(): QuickAccess {
  return useSyncExternalStore(store.subscribe, store.get);
}
