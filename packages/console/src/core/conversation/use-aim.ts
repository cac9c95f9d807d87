import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { ConversationRow } from './conversation-rows.ts';

/** Where to scroll to: a message, or the end of what is loaded. */
export interface Aim {
  key: string | number | null;
  align: 'start' | 'center';
}

/**
 * Scrolls to a message and stays with it until somebody scrolls: heights become known and more messages come above it
 * while one arrives, however long that takes, and a place in the list would then be another message.
 */
export function useAim(virtualizer: Virtualizer<HTMLDivElement, Element>, rows: readonly ConversationRow<unknown>[]) {
  const held = useRef<Aim | null>(null);

  const scroll = ({ key, align }: Aim) => {
    const index = rows.findIndex((row) => row.key === key);
    if (index < 0) virtualizer.scrollToEnd();
    else virtualizer.scrollToIndex(index, { align });
  };
  const release = useCallback(() => {
    held.current = null;
  }, []);

  useLayoutEffect(() => {
    if (held.current) scroll(held.current);
    // oxlint-disable-next-line react/exhaustive-deps -- only when the rows change does the place of a message
  }, [rows]);

  const aim = (next: Aim) => {
    held.current = next;
    scroll(next);
  };
  return { aim, release };
}
