import { useRouter, type AnyRouter, type HistoryState, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The number of open dialogs at this entry of the browser's history. */
    dialogs?: number;
  }
}

/** An open dialog. */
interface OpenDialog {
  close: () => void;
  /** True with unsaved changes: `close` asks first, so the dialog may stay open. */
  isDirty: () => boolean;
}

/** The open dialogs of each router, the topmost last. */
const openDialogs = new WeakMap<AnyRouter, OpenDialog[]>();

/** The number of dialogs that were open at a history entry. Entries of the same page differ only in this number. */
const depthOf = ({ state }: { state: HistoryState }) => state.dialogs ?? 0;

function pushEntry(router: AnyRouter, dialogs: number): void {
  const state = (before: HistoryState): HistoryState => ({ ...before, dialogs });
  void router.navigate({
    to: '.',
    search: true,
    hash: true,
    state,
    resetScroll: false,
    ignoreBlocker: true,
  });
}

/** Closes the dialogs above a depth, topmost first, and stops at one with unsaved changes. */
function closeAbove(router: AnyRouter, open: readonly OpenDialog[], depth: number): void {
  for (const dialog of open.slice(depth).toReversed()) {
    const isDirty = dialog.isDirty();
    // The dialog may stay open, so its history entry is restored.
    if (isDirty) pushEntry(router, open.length);
    dialog.close();
    if (isDirty) return;
  }
}

function dialogsOf(router: AnyRouter): OpenDialog[] {
  const known = openDialogs.get(router);
  if (known) return known;
  const open: OpenDialog[] = [];
  openDialogs.set(router, open);
  const history: RouterHistory = router.history;
  let before = history.location;
  history.subscribe(({ location, action }) => {
    const from = before;
    before = location;
    if (action.type === 'PUSH' || action.type === 'REPLACE' || location.pathname !== from.pathname) return;
    const depth = depthOf(location);
    if (open.length > depth) closeAbove(router, open, depth);
    // A dialog that was closed by a button leaves its entry behind. It shows the same page, so it is skipped.
    else if (action.type === 'BACK' && depthOf(from) > depth) history.back();
    else if (action.type === 'FORWARD' && depth > depthOf(from)) history.forward();
  });
  return open;
}

/**
 * Closes a dialog on the browser's Back button while it is `opened`. A history entry is pushed instead of blocking the navigation, because
 * a page that was opened by a link has no earlier entry, and Back would leave the console.
 */
export function useCloseOnBack(opened: boolean, close: () => void, dirty = false): void {
  // Null outside of a router.
  const router = useRouter({ warn: false }) as AnyRouter | null;
  const latest = useRef({ close, dirty });
  useEffect(() => {
    latest.current = { close, dirty };
  });
  useEffect(() => {
    if (!opened || !router) return undefined;
    const open = dialogsOf(router);
    const dialog: OpenDialog = { close: () => latest.current.close(), isDirty: () => latest.current.dirty };
    open.push(dialog);
    // The entry of a dialog that has just been closed is reused.
    if (depthOf(router.history.location) < open.length) pushEntry(router, open.length);
    return () => void open.splice(open.indexOf(dialog), 1);
  }, [opened, router]);
}
