import { useDeferredValue, useEffect, type ReactNode } from 'react';

let isFirstPageDrawn = false;

interface LaterProps {
  children: ReactNode;
  /** Keeps the room of the children until then. */
  instead?: ReactNode;
}

/** Renders its children after the rest of the first page, so that what the visitor came for is on screen before tools and menus. */
export function Later({ children, instead = null }: LaterProps) {
  const isDrawn = useDeferredValue(true, isFirstPageDrawn);
  useEffect(() => {
    isFirstPageDrawn = true;
  }, []);
  return isDrawn ? children : instead;
}
