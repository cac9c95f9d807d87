import { useBlocker } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { sessionStore } from '../session/session-store.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { confirmLeaving, hasUnsavedChanges } from './unsaved-changes.ts';

interface Move {
  current: { pathname: string };
  next: { pathname: string };
}

const isSignedIn = () => sessionStore.get().isAuthenticated;

/** Asks before another page is opened, or the tab is closed, while a form on screen has changes that are not saved. */
export function LeaveGuard() {
  const [signedIn] = useState(isSignedIn);
  const shouldBlockFn = useCallback(
    async ({ current, next }: Move) => {
      // Filters and tabs of a page are in its address too. Whoever was signed out, or in, has nothing to save there.
      if (current.pathname === next.pathname || isSignedIn() !== signedIn) return false;
      return !(await confirmLeaving());
    },
    [signedIn],
  );
  useBlocker({ shouldBlockFn, enableBeforeUnload: hasUnsavedChanges });
  return <LeaveDialog />;
}
