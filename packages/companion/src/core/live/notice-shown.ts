import { useLayoutEffect } from 'react';
import type { Companion } from './companion.ts';

let shown = 0;

/** Whether the note that this browser is supervised is on the page. While it is not, nothing is collected. */
export function isNoticeShown(): boolean {
  return shown > 0;
}

/**
 * For the component that draws the note: it counts as shown as long as that is on the page. The device connects only then, since
 * the server cancels what waits for a device that shows no note.
 */
export function useNoticeShown({ start, client }: Pick<Companion, 'start' | 'client'>): void {
  useLayoutEffect(() => {
    shown += 1;
    start();
    return () => {
      shown -= 1;
      client.tellVitals();
    };
  }, [start, client]);
}
