import { useEffect } from 'react';
import { askToLeave, markUnsaved } from './unsaved-changes.ts';

/**
 * For a form of several fields: while `dirty`, leaving its page, signing out and closing the tab ask first. For a form in
 * a dialog, the function that this gives back closes it: at once, or after asking.
 */
export function useUnsavedChanges(dirty: boolean): (leave: () => void) => void {
  useEffect(() => (dirty ? markUnsaved() : undefined), [dirty]);
  return (leave) => {
    if (!dirty) leave();
    else void askToLeave().then((answer) => answer && leave());
  };
}
