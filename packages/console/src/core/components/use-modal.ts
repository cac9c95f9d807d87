import { useLayoutEffect, useRef } from 'react';

/** Holds a dialog open as long as it is drawn. The browser's own keeps the focus, ends on Escape and gives the focus back. */
export function useModal(close: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = ref.current;
    shown?.showModal();
    // Closed before it is taken away: that is when the browser returns the focus.
    return () => shown?.close();
  }, []);
  const onClose = () => {
    // Told a moment late: React, which draws twice while one develops, has opened it again by then.
    if (!ref.current?.open) close();
  };
  return { ref, onClose };
}
