import { useEffect, useState, type RefObject } from 'react';
import { raiseToasts } from '../../../core/toast/toast-layer.ts';

/** Shows an element on the whole screen. The browser's own Escape leaves it, too. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const update = () => {
      setIsFull(document.fullscreenElement !== null && document.fullscreenElement === element.current);
      // The element was drawn above everything that was open before.
      raiseToasts();
    };
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, [element]);
  const toggle = () => {
    const change = isFull ? document.exitFullscreen() : element.current?.requestFullscreen();
    // Refused by the browser: the picture stays where it is.
    change?.catch(() => undefined);
  };
  return { isFull, isPossible: document.fullscreenEnabled === true, toggle };
}
