import { useLayoutEffect, useRef, type SyntheticEvent } from 'react';
import { useCloseOnBack } from './close-on-back.ts';

/**
 * Holds a dialog open as long as it is drawn. The browser's own keeps the focus, ends on Escape and gives the focus back;
 * Back closes it, too. While `dirty`, it is `close` that decides whether it ends.
 */
export function useModal(close: () => void, dirty = false) {
  const ref = useRef<HTMLDialogElement>(null);
  useCloseOnBack(true, close, dirty);
  useLayoutEffect(() => {
    const shown = ref.current;
    shown?.showModal();
    // Closed before it is taken away: that is when the browser returns the focus.
    return () => shown?.close();
  }, []);
  const onCancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    // A file field inside says `cancel` too.
    if (!dirty || event.target !== event.currentTarget) return;
    event.preventDefault();
    close();
  };
  const onClose = () => {
    // Told a moment late: React, which draws twice while one develops, has opened it again by then.
    if (ref.current?.open) return;
    // A second Escape in a row closes a dialog whatever the page says: it comes back while the person is asked.
    if (dirty) ref.current?.showModal();
    close();
  };
  return { ref, onCancel, onClose };
}
