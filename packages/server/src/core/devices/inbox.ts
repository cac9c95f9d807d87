import type { GatewayFrame } from '@fairwatch/contract';
import type { Services } from '../services.ts';
import { findWaitingTickets } from '../tickets/person-tickets.store.ts';
import { createBatcher } from './batcher.ts';
import { findWaitingRequests } from './consent-requests.store.ts';
import {
  expireNotifications,
  findWaitingNotifications,
  recordNotificationStates,
  type NotificationNote,
} from './push-notifications.store.ts';

/** What reaches a device's person from their admins: requests to share something, notifications, and answers. */
export interface Inbox {
  /** Sends what waits for a device, new or repeated: the device shows each once. */
  deliver(deviceId: number): void;
  /** What a device says became of a notification. */
  note(note: NotificationNote): void;
  /** Gives up notifications that could not be delivered in time. To be called every few seconds. */
  expire(): Promise<void>;
  /** Resolves when everything taken so far is written. */
  idle(): Promise<void>;
}

export function createInbox({ db, bus, log }: Services, send: (deviceId: number, frame: GatewayFrame) => void): Inbox {
  const logFailure = (error: unknown) => log.error({ err: error }, 'messages to some devices failed');
  const tell = (deviceIds: readonly number[]) => {
    for (const deviceId of deviceIds) bus.publish('changed', { feature: 'push-notifications', deviceId });
  };
  const deliveries = createBatcher<number>(async (deviceIds) => {
    for (const { deviceId, ...request } of await findWaitingRequests(db, deviceIds)) {
      send(deviceId, { type: 'consent-request', ...request });
    }
    for (const { deviceId, ...notification } of await findWaitingNotifications(db, deviceIds)) {
      send(deviceId, { type: 'notification', ...notification });
    }
    const { tickets, answers } = await findWaitingTickets(db, deviceIds);
    for (const { deviceId, ticket } of tickets) send(deviceId, { type: 'ticket', ticket });
    for (const { deviceId, message } of answers) send(deviceId, { type: 'ticket-message', message });
  }, logFailure);
  const notes = createBatcher<NotificationNote>(
    async (items) => tell(await recordNotificationStates(db, items)),
    logFailure,
  );
  return {
    deliver: deliveries.add,
    note: notes.add,
    expire: async () => tell(await expireNotifications(db)),
    async idle() {
      await Promise.all([deliveries.idle(), notes.idle()]);
    },
  };
}
