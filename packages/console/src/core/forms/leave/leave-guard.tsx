import { useBlocker } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { sessionStore } from '../../session/session-store.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { confirmLeaving, hasUnsavedChanges } from './unsaved-changes.ts';

interface Navigation {
  current: { pathname: string };
  next: { pathname: string };
}

const isSignedIn = () => sessionStore.get().isAuthenticated;

/** Asks before another page is opened or the tab is closed while a form on screen has unsaved changes. */
export function LeaveGuard() {
  const [signedIn] = useState(isSignedIn);
  const shouldBlockFn = useCallback(
    async ({ current, next }: Navigation) => {
      // Filters and tabs change only the search parameters. After a sign-in or sign-out the form cannot be saved any more.
      if (current.pathname === next.pathname || isSignedIn() !== signedIn) return false;
      return !(await confirmLeaving());
    },
    [signedIn],
  );
  useBlocker({ shouldBlockFn, enableBeforeUnload: hasUnsavedChanges });
  return <LeaveDialog />;
}
