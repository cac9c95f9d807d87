import { useEffect, useState } from 'react';

/** For a dialog that is drawn only while it is open: when it goes, focus returns to where it was before. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}
