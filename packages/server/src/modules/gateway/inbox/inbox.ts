import type { GatewayFrame } from '@fairwatch/contract';
import type { Services } from '../../../shared/services/services.ts';
import { findWaitingTickets } from '../../support/tickets/person/person-tickets.store.ts';
import { createBatcher } from '../../../core/jobs/batcher.ts';
import {
  findWaitingRequests,
  recordSeenRequests,
  type SeenRequest,
} from '../../consent/requests/consent-requests.store.ts';
import {
  expirePushNotifications,
  findWaitingPushNotifications,
  recordPushNotificationStates,
  type ReportedState,
} from '../../support/push-notifications/push-notifications.store.ts';

/** Delivers what admins send to a device's person: consent requests, notifications, and answers to tickets. */
export interface Inbox {
  /** Sends everything that waits for a device, also what was sent before; the device shows each thing once. */
  deliver(deviceId: number): void;
  /** Stores the state of a notification that a device reports. */
  recordState(recordState: ReportedState): void;
  /** Stores that a device's person has a consent request on their screen. */
  recordSeen(seen: SeenRequest): void;
  /**
   * Expires notifications that could not be delivered in time, and retries deliveries that failed. Call it every few
   * seconds.
   */
  tidy(): Promise<void>;
  /** Resolves when everything received so far is stored. */
  idle(): Promise<void>;
}

export function createInbox({ db, bus, log }: Services, send: (deviceId: number, frame: GatewayFrame) => void): Inbox {
  /** Devices whose deliveries or reports failed because of the database. */
  const undelivered = new Set<number>();
  const markUndelivered = (error: unknown, deviceIds: readonly number[]) => {
    log.error({ err: error, event: 'inbox.failed' }, 'Failed to read or store messages to some devices');
    for (const deviceId of deviceIds) undelivered.add(deviceId);
  };
  const publishChanged = (deviceIds: readonly number[]) => {
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
  }, markUndelivered);
  const states = createBatcher<ReportedState>(
    async (items) => publishChanged(await recordPushNotificationStates(db, items)),
    // A device that is sent a notification again repeats its state.
    (error, items) =>
      markUndelivered(
        error,
        items.map(({ deviceId }) => deviceId),
      ),
  );
  const seen = createBatcher<SeenRequest>(
    async (items) => {
      for (const deviceId of await recordSeenRequests(db, items))
        bus.publish('changed', { feature: 'consent-requests', deviceId });
    },
    // It is told again when the question is shown again.
    (error) => log.error({ err: error, event: 'inbox.failed' }, 'Failed to store that people saw what they are asked'),
  );
  return {
    deliver: deliveries.add,
    recordState: states.add,
    recordSeen: seen.add,
    async tidy() {
      publishChanged(await expirePushNotifications(db));
      for (const deviceId of undelivered) deliveries.add(deviceId);
      undelivered.clear();
    },
    async idle() {
      await Promise.all([deliveries.idle(), states.idle(), seen.idle()]);
    },
  };
}
