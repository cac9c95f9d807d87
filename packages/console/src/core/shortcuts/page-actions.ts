import type { Icon } from '@tabler/icons-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createExternalStore } from '../state/external-store.ts';

/** An action of the current page. It has a button, a shortcut and an entry in the command palette. */
export interface PageAction {
  id: string;
  /** The text in the command palette. */
  label: string;
  icon: Icon;
  key: string;
  /** The page's main action, listed before the others. */
  main?: boolean;
  /** Why the action is disabled; null when it is enabled. */
  reason: string | null;
  run: () => void;
}

const store = createExternalStore<readonly PageAction[]>([]);

/** The actions of the current page, for callers outside React. */
export const pageActions = { get: store.get };

export function usePageActions(): readonly PageAction[] {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Registers an action while the calling component is mounted; null registers nothing. */
export function usePageAction(action: PageAction | null): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  const { id, label, key, reason, icon, main = false } = action ?? {};
  useEffect(() => {
    if (id === undefined || label === undefined || key === undefined || icon === undefined) return undefined;
    const registered = { id, label, key, icon, reason: reason ?? null, run: () => latest.current?.run() };
    store.set(main ? [registered, ...store.get()] : [...store.get(), registered]);
    return () => store.set(store.get().filter((each) => each !== registered));
  }, [id, label, key, reason, icon, main]);
}
