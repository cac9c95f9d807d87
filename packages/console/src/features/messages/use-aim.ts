import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { ConversationRow } from './conversation-rows.ts';

/** Where to scroll to: a message, or the end of what is loaded. */
interface Aim {
  id: number | null;
  align: 'start' | 'center';
}

/** By then whatever was on its way at the jump has arrived, and what one reads keeps its place by itself. */
const holdMs = 1000;

/**
 * Scrolls to a message and stays with it for a moment: heights become known and more messages come above it while one
 * arrives, and a place in the list would then be another message. Whoever scrolls themselves releases it.
 */
export function useAim(virtualizer: Virtualizer<HTMLDivElement, Element>, rows: readonly ConversationRow[]) {
  const held = useRef<Aim | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const scroll = ({ id, align }: Aim) => {
    const index = rows.findIndex(({ message }) => message.id === id);
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
  useEffect(() => () => clearTimeout(timer.current), []);

  const aim = (next: Aim) => {
    held.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(release, holdMs);
    scroll(next);
  };
  return { aim, release };
}
