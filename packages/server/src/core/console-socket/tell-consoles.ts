import { isConfinedToWelcome, type ConsoleSocketMessage } from '@fairwatch/contract';
import type { BusEvents } from '../bus.ts';
import type { Database } from '../database/schema.ts';
import { findWatchers } from '../tickets/ticket-watchers.store.ts';
import type { ConsoleClient } from './console-client.ts';
import { findAssignments, findToldNotifications } from './console-socket.store.ts';

/** Tells open consoles what has changed, each only what its admin may know. */
export function createTelling(db: Database, clients: ReadonlySet<ConsoleClient>) {
  const listeners = () => [...new Set(Array.from(clients, ({ scope }) => scope.userId))];

  /** Which of the changed devices are assigned to whom, of those who do not see all. */
  async function findMayKnow(changes: readonly BusEvents['changed'][]): Promise<Set<string>> {
    const limited = Array.from(clients).filter(({ scope }) => !scope.allDevices);
    const userIds = [...new Set(limited.map(({ scope }) => scope.userId))];
    const deviceIds = changes.flatMap(({ deviceId }) => deviceId ?? []);
    if (userIds.length === 0 || deviceIds.length === 0) return new Set();
    const assigned = await findAssignments(db, userIds, deviceIds);
    return new Set(assigned.map(({ userId, deviceId }) => `${userId} ${deviceId}`));
  }

  return {
    async changes(changes: readonly BusEvents['changed'][]): Promise<void> {
      const mayKnow = await findMayKnow(changes);
      for (const { feature, deviceId, userId: only } of changes) {
        const message: ConsoleSocketMessage = { messageType: 'CHANGED', feature, deviceId };
        const text = JSON.stringify(message);
        for (const client of clients) {
          const { userId, allDevices } = client.scope;
          if (only !== undefined && only !== userId) continue;
          // Who waits on the welcome page is told when that may be over, and nothing else.
          if (isConfinedToWelcome(client.role) && feature !== 'profile') continue;
          if (allDevices || deviceId === null || mayKnow.has(`${userId} ${deviceId}`)) client.tellText(text);
        }
      }
    },

    /** Each to those who may see the ticket, with the side from which they do. */
    async tickets(changes: readonly BusEvents['ticketChanged'][]): Promise<void> {
      for (const { ticketId, openedBy, deviceId, change } of changes) {
        const userIds = listeners();
        if (userIds.length === 0) return;
        const watchers = await findWatchers(db, { openedBy, deviceId }, userIds);
        const sides = new Map(watchers.map(({ userId, side }) => [userId, side]));
        for (const client of clients) {
          const side = sides.get(client.scope.userId);
          if (side) client.tell({ messageType: 'TICKET', ticketId, change, side });
        }
      }
    },

    async notifications(notificationIds: readonly number[]): Promise<void> {
      const userIds = listeners();
      if (userIds.length === 0) return;
      for (const { userId, failure, ...told } of await findToldNotifications(db, notificationIds, userIds)) {
        const notificationJson = failure === null ? told : { ...told, failure };
        for (const client of clients) {
          if (client.scope.userId !== userId || isConfinedToWelcome(client.role)) continue;
          client.tell({ messageType: 'NOTIFICATION', notificationJson });
        }
      }
    },
  };
}
