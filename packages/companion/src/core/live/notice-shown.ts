import { useLayoutEffect } from 'react';
import type { Companion } from './companion.ts';

let shown = 0;

/** Whether the note that this browser is supervised is rendered. While it is not, nothing is collected. */
export function isNoticeShown(): boolean {
  return shown > 0;
}

/**
 * Marks the note as shown while the calling component is mounted. The device connects only then, since the server cancels the pending
 * commands of a device that shows no note.
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
