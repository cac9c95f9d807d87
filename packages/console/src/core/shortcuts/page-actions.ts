import type { Icon } from '@tabler/icons-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createExternalStore } from '../session/external-store.ts';

/** Something that can be done on the page on screen: by its button, its key, and in the command palette. */
export interface PageAction {
  id: string;
  /** As the palette words it. */
  label: string;
  icon: Icon;
  key: string;
  /** What the page is for: listed before the others. */
  main?: boolean;
  /** Why it cannot be done now, or null. */
  reason: string | null;
  run: () => void;
}

const store = createExternalStore<readonly PageAction[]>([]);

/** What the page on screen offers now. */
export const pageActions = { get: store.get };

export function usePageActions(): readonly PageAction[] {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Offers an action while the component that has its button is on screen; null offers nothing. */
export function usePageAction(action: PageAction | null): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  const { id, label, key, reason, icon, main = false } = action ?? {};
  useEffect(() => {
    if (id === undefined || label === undefined || key === undefined || icon === undefined) return undefined;
    const offered = { id, label, key, icon, reason: reason ?? null, run: () => latest.current?.run() };
    store.set(main ? [offered, ...store.get()] : [...store.get(), offered]);
    return () => store.set(store.get().filter((each) => each !== offered));
  }, [id, label, key, reason, icon, main]);
}
