import { useDeferredValue, useEffect, type ReactNode } from 'react';

let isFirstPageDrawn = false;

/**
 * Renders its children after the rest of the first page, so that what the visitor came for is on screen before menus. Only for what has
 * its own place: nothing may move when it appears.
 */
export function Later({ children }: { children: ReactNode }) {
  const isDrawn = useDeferredValue(true, isFirstPageDrawn);
  useEffect(() => {
    isFirstPageDrawn = true;
  }, []);
  return isDrawn ? children : null;
}
