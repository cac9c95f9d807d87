import { createExternalStore } from './external-store.ts';

interface LiveNotification {
  title: string;
}

const store = createExternalStore<LiveNotification | null>(null);

/** The latest notification only: each new one takes the place of the one before. */
export const notificationStore = {
  get: store.get,
  add: (notification: LiveNotification) => store.set(notification),
  clear: () => store.set(null),
};
