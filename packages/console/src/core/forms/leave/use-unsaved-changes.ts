import { useEffect } from 'react';
import { askToLeave, markUnsaved } from './unsaved-changes.ts';

/**
 * Protects a form: while it is `dirty`, leaving the page, signing out and closing the tab ask first. A form in a dialog closes it
 * through the returned function, which asks first, too.
 */
export function useUnsavedChanges(dirty: boolean): (leave: () => void) => void {
  useEffect(() => (dirty ? markUnsaved() : undefined), [dirty]);
  return (leave) => {
    if (!dirty) leave();
    else void askToLeave().then((answer) => answer && leave());
  };
}
