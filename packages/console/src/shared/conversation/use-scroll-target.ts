import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { ConversationRow } from './conversation-rows.ts';

/** A scroll target. */
export interface ScrollTarget {
  /** The key of a message; null for the last loaded message. */
  key: string | number | null;
  align: 'start' | 'center';
}

/**
 * Scrolls to a message and keeps it in view until the user scrolls, because rows are measured and messages are inserted above it
 * in the meantime, which moves it.
 */
export function useScrollTarget(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  rows: readonly ConversationRow<unknown>[],
) {
  const target = useRef<ScrollTarget | null>(null);

  const scroll = ({ key, align }: ScrollTarget) => {
    const index = rows.findIndex((row) => row.key === key);
    if (index < 0) virtualizer.scrollToEnd();
    else virtualizer.scrollToIndex(index, { align });
  };
  const release = useCallback(() => {
    target.current = null;
  }, []);

  useLayoutEffect(() => {
    if (target.current) scroll(target.current);
    // oxlint-disable-next-line react/exhaustive-deps -- a message moves only when the rows change
  }, [rows]);

  const scrollTo = (next: ScrollTarget) => {
    target.current = next;
    scroll(next);
  };
  return { scrollTo, release };
}
