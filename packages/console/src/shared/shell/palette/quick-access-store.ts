import { useSyncExternalStore } from 'react';
import { createExternalStore } from '../../../core/state/external-store.ts';

/** The dialog that is open above the page: the command palette, the list of shortcuts, renaming the open device, or adding a device. */
export type QuickAccess = 'palette' | 'help' | 'rename' | 'add-device' | null;

const store = createExternalStore<QuickAccess>(null);

export const quickAccess = {
  open: (dialog: NonNullable<QuickAccess>) => store.set(dialog),
  /** Closes this dialog only if it is the open one, so that the palette does not close a dialog that it has just opened. */
  close: (dialog: NonNullable<QuickAccess>) => store.get() === dialog && store.set(null),
};

export function useOpenQuickAccess(): QuickAccess {
  return useSyncExternalStore(store.subscribe, store.get);
}
