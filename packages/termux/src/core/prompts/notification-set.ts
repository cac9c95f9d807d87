import type { Notification, Notifications } from '../notifications/notifications.ts';

/** Makes the notifications on the phone those that are wanted. */
export interface NotificationSet {
  /** Posts what is new or has changed, and removes what is no longer wanted. */
  show(wanted: readonly Notification[]): void;
  /** Removes all of them; resolves when they are gone. */
  clear(): Promise<void>;
}

interface Entry {
  wanted: Notification | null;
  /** What was posted last, as text; null while it is not shown. */
  posted: string | null;
  working: Promise<void> | null;
}

interface SetEvents {
  onPosted(notification: Notification): void;
  /** Android did not take it. It is tried again when it changes. */
  onFailed(notification: Notification, problem: unknown): void;
}

export function createNotificationSet(
  notifications: Notifications,
  { onPosted, onFailed }: SetEvents,
): NotificationSet {
  const entries = new Map<string, Entry>();

  async function work(id: string, entry: Entry): Promise<void> {
    // Only the latest counts: a countdown must not lag behind when posting is slow.
    while (!isDone(entry)) {
      const { wanted } = entry;
      if (wanted === null) {
        entry.posted = null;
        await notifications.remove(id);
        continue;
      }
      entry.posted = JSON.stringify(wanted);
      try {
        await notifications.post(wanted);
        onPosted(wanted);
      } catch (error) {
        onFailed(wanted, error);
      }
    }
    entry.working = null;
    if (entry.wanted === null) entries.delete(id);
  }

  function want(id: string, wanted: Notification | null): void {
    const entry = entries.get(id) ?? { wanted: null, posted: null, working: null };
    entries.set(id, entry);
    entry.wanted = wanted;
    if (!isDone(entry)) entry.working ??= work(id, entry);
  }

  function show(wanted: readonly Notification[]): void {
    const ids = new Set(wanted.map(({ id }) => id));
    for (const id of entries.keys()) if (!ids.has(id)) want(id, null);
    for (const notification of wanted) want(notification.id, notification);
  }

  return {
    show,
    async clear() {
      show([]);
      await Promise.all([...entries.values()].map(({ working }) => working));
    },
  };
}

/** True when the phone shows what is wanted. */
function isDone({ wanted, posted }: Entry): boolean {
  return (wanted === null ? null : JSON.stringify(wanted)) === posted;
}
