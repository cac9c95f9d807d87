import { useSyncExternalStore } from 'react';
import { createExternalStore } from '../state/external-store.ts';

interface LiveNotification {
  title: string;
  id?: number | undefined;
  link?: string | undefined;
  failure?: string | undefined;
}

const store = createExternalStore<LiveNotification | null>(null);

/** The newest live notification. Each new one replaces the one before. */
export const notificationStore = {
  get: store.get,
  add: (notification: LiveNotification) => store.set(notification),
  clear: () => store.set(null),
};

/** The newest notification since the console was opened; null when there is none or it was cleared. */
export function useLatestNotification(): LiveNotification | null {
  return useSyncExternalStore(store.subscribe, store.get);
}
