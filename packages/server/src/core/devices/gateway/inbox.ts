import type { GatewayFrame } from '@fairwatch/contract';
import type { Services } from '../../services.ts';
import { findWaitingTickets } from '../../tickets/person-tickets.store.ts';
import { createBatcher } from '../../batcher.ts';
import { findWaitingRequests } from '../person/consent-requests.store.ts';
import {
  expirePushNotifications,
  findWaitingPushNotifications,
  recordPushNotificationStates,
  type NotificationNote,
} from '../person/push-notifications.store.ts';

/** What reaches a device's person from their admins: requests to share something, notifications, and answers. */
export interface Inbox {
  /** Sends what waits for a device, new or repeated: the device shows each once. */
  deliver(deviceId: number): void;
  /** What a device says became of a notification. */
  note(note: NotificationNote): void;
  /**
   * Gives up notifications that could not be delivered in time, and delivers again where the database was away. To be
   * called every few seconds.
   */
  tidy(): Promise<void>;
  /** Resolves when everything taken so far is written. */
  idle(): Promise<void>;
}

export function createInbox({ db, bus, log }: Services, send: (deviceId: number, frame: GatewayFrame) => void): Inbox {
  /** Devices for which what waits could not be read, or what they said not be written. */
  const behind = new Set<number>();
  const fallBehind = (error: unknown, deviceIds: readonly number[]) => {
    log.error({ err: error }, 'messages to some devices failed');
    for (const deviceId of deviceIds) behind.add(deviceId);
  };
  const tell = (deviceIds: readonly number[]) => {
    for (const deviceId of deviceIds) bus.publish('changed', { feature: 'push-notifications', deviceId });
  };
  const deliveries = createBatcher<number>(async (deviceIds) => {
    for (const { deviceId, reason, ...request } of await findWaitingRequests(db, deviceIds)) {
      send(deviceId, { type: 'consent-request', ...request, ...(reason !== null && { reason }) });
    }
    for (const { deviceId, ...notification } of await findWaitingPushNotifications(db, deviceIds)) {
      send(deviceId, { type: 'notification', ...notification });
    }
    const { tickets, answers } = await findWaitingTickets(db, deviceIds);
    for (const { deviceId, ticket } of tickets) send(deviceId, { type: 'ticket', ticket });
    for (const { deviceId, message } of answers) send(deviceId, { type: 'ticket-message', message });
  }, fallBehind);
  const notes = createBatcher<NotificationNote>(
    async (items) => tell(await recordPushNotificationStates(db, items)),
    // Told again what is not known to be delivered, a device repeats what became of it.
    (error, items) =>
      fallBehind(
        error,
        items.map(({ deviceId }) => deviceId),
      ),
  );
  return {
    deliver: deliveries.add,
    note: notes.add,
    async tidy() {
      tell(await expirePushNotifications(db));
      for (const deviceId of behind) deliveries.add(deviceId);
      behind.clear();
    },
    async idle() {
      await Promise.all([deliveries.idle(), notes.idle()]);
    },
  };
}
