import { useRouter, type AnyRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** A dialog on screen. */
interface OpenDialog {
  close: () => void;
  /** Something in it is not saved: `close` asks first, so it may stay. */
  isDirty: () => boolean;
}

/** The dialogs that are open, the topmost last. */
const openDialogs = new WeakMap<AnyRouter, OpenDialog[]>();

/** How many dialogs stand over the page at an entry of the browser's history; the entries differ in nothing else. */
const depthOf = ({ state }: { state: object }) => (state as { dialogs?: number }).dialogs ?? 0;

function pushEntry(router: AnyRouter, dialogs: number): void {
  const state = (before: object) => ({ ...before, dialogs });
  void router.navigate({
    to: '.',
    search: true,
    hash: true,
    state,
    resetScroll: false,
    ignoreBlocker: true,
  } as never);
}

/** Closes the dialogs above a depth, from the top, until one of them has to ask. */
function closeAbove(router: AnyRouter, open: readonly OpenDialog[], depth: number): void {
  for (const dialog of open.slice(depth).toReversed()) {
    const asks = dialog.isDirty();
    // It may stay, and then Back has to find an entry for it again.
    if (asks) pushEntry(router, open.length);
    dialog.close();
    if (asks) return;
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
    // A dialog that was closed in another way leaves its entry behind. Going over it shows the same page, so go one further.
    else if (action.type === 'BACK' && depthOf(from) > depth) history.back();
    else if (action.type === 'FORWARD' && depth > depthOf(from)) history.forward();
  });
  return open;
}

/**
 * Lets the browser's Back close a dialog while it is `opened`. An entry is pushed rather than Back being blocked: a page that was opened
 * by a link has nothing before it, and on a phone Back would leave it.
 */
export function useCloseOnBack(opened: boolean, close: () => void, dirty = false): void {
  // Null outside of the pages.
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
    // The entry of a dialog that was closed a moment ago serves again.
    if (depthOf(router.history.location) < open.length) pushEntry(router, open.length);
    return () => void open.splice(open.indexOf(dialog), 1);
  }, [opened, router]);
}
