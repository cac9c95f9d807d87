import { useSyncExternalStore } from 'react';
import { createExternalStore } from './external-store.ts';

interface LiveNotification {
  title: string;
  id?: number | undefined;
  link?: string | undefined;
  failure?: string | undefined;
}

const store = createExternalStore<LiveNotification | null>(null);

/** The latest notification only: each new one takes the place of the one before. */
export const notificationStore = {
  get: store.get,
  add: (notification: LiveNotification) => store.set(notification),
  clear: () => store.set(null),
};

/** The latest that came while the console was open; null when there was none, or it was cleared. */
export function useLatestNotification(): LiveNotification | null {
  return useSyncExternalStore(store.subscribe, store.get);
}
