import { isConfinedToWelcome, sourceLanguage, type ConsoleSocketMessage } from '@fairwatch/contract';
import type { BusEvents } from '../../../shared/server-bus.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { findWatchers } from '../../support/tickets/ticket-watchers.store.ts';
import { retellNotification } from '../../../shared/notify/retell-notification.ts';
import type { ConsoleClient } from './console-client.ts';
import { findAssignments, findConsoleNotifications } from './console-socket.store.ts';

/** Sends open consoles what has changed, each only what its admin may know. */
export function createConsoleMessages(db: Database, clients: ReadonlySet<ConsoleClient>) {
  const listeners = () => [...new Set(Array.from(clients, ({ scope }) => scope.userId))];

  /** Finds which of the changed devices are assigned to which of the connected admins who do not see all. */
  async function findVisibleDevices(changes: readonly BusEvents['changed'][]): Promise<Set<string>> {
    const limited = Array.from(clients).filter(({ scope }) => !scope.allDevices);
    const userIds = [...new Set(limited.map(({ scope }) => scope.userId))];
    const deviceIds = changes.flatMap(({ deviceId }) => deviceId ?? []);
    if (userIds.length === 0 || deviceIds.length === 0) return new Set();
    const assigned = await findAssignments(db, userIds, deviceIds);
    return new Set(assigned.map(({ userId, deviceId }) => `${userId} ${deviceId}`));
  }

  return {
    /** Sends changes to all consoles, or to these. */
    async changes(changes: readonly BusEvents['changed'][], to: Iterable<ConsoleClient> = clients): Promise<void> {
      const visible = await findVisibleDevices(changes);
      for (const { feature, deviceId, userId: onlyUserId } of changes) {
        const message: ConsoleSocketMessage = { messageType: 'CHANGED', feature, deviceId };
        const text = JSON.stringify(message);
        for (const client of to) {
          const { userId, allDevices } = client.scope;
          if (onlyUserId !== undefined && onlyUserId !== userId) continue;
          // An account on the welcome page gets changes of its profile only.
          if (isConfinedToWelcome(client.role) && feature !== 'profile') continue;
          if (allDevices || deviceId === null || visible.has(`${userId} ${deviceId}`)) client.sendText(text);
        }
      }
    },

    /** Sends a change to those who may see the ticket, with their side of it. */
    async tickets(
      changes: readonly BusEvents['ticketChanged'][],
      to: Iterable<ConsoleClient> = clients,
    ): Promise<void> {
      for (const { ticketId, openedBy, deviceId, change } of changes) {
        const userIds = listeners();
        if (userIds.length === 0) return;
        const watchers = await findWatchers(db, { openedBy, deviceId }, userIds);
        const sides = new Map(watchers.map(({ userId, side }) => [userId, side]));
        for (const client of to) {
          const side = sides.get(client.scope.userId);
          if (side) client.sendMessage({ messageType: 'TICKET', ticketId, change, side });
        }
      }
    },

    async notifications(notificationIds: readonly number[]): Promise<void> {
      const userIds = listeners();
      if (userIds.length === 0) return;
      for (const { userId, failure, language, ...stored } of await findConsoleNotifications(
        db,
        notificationIds,
        userIds,
      )) {
        const notification = retellNotification(stored, language ?? sourceLanguage);
        const notificationJson = failure === null ? notification : { ...notification, failure };
        for (const client of clients) {
          if (client.scope.userId !== userId || isConfinedToWelcome(client.role)) continue;
          client.sendMessage({ messageType: 'NOTIFICATION', notificationJson });
        }
      }
    },
  };
}
