import { createBatcher } from '../../../core/jobs/batcher.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findWatchedBy, findWatches } from '../../../shared/watches/watches.store.ts';
import type { DeviceSocket } from '../device-socket.ts';

/** Sends connected devices what watches them by itself, so that their people see it. */
export interface WatchTeller {
  /** Sends the frame to one device. A client that did not name its platform would not understand it and gets none. */
  send(deviceId: number): void;
  /** Retries where it could not be read. Call it every few seconds. */
  catchUp(): void;
  /** Ends the subscriptions; resolves when everything queued is sent. */
  close(): Promise<void>;
}

export function createWatchTeller(
  { db, bus, clock, log }: Services,
  online: ReadonlyMap<number, DeviceSocket>,
): WatchTeller {
  /** Devices for which reading it failed. */
  const failed = new Set<number>();
  const batcher = createBatcher<number>(async (deviceIds) => {
    const found = await findWatches(db, [...new Set(deviceIds)], {
      now: new Date(clock.now()),
      reader: 'PERSON',
    });
    for (const { deviceId, watches, more } of found)
      online.get(deviceId)?.sendFrame({ type: 'watches', watches, more });
  }, markFailed);

  function markFailed(error: unknown, deviceIds: readonly number[]): void {
    log.error({ err: error, event: 'watches.read_failed' }, 'Failed to read what watches some devices');
    for (const deviceId of deviceIds) failed.add(deviceId);
  }

  function send(deviceId: number): void {
    if (online.get(deviceId)?.knowsSupervision) batcher.add(deviceId);
  }

  /** An admin who was demoted or lost devices watches them no more; one who is a SUPER_ADMIN now may do so again. */
  async function sendToWatchedBy(userId: number): Promise<void> {
    const deviceIds = [...online.keys()];
    if (deviceIds.length === 0) return;
    try {
      for (const deviceId of await findWatchedBy(db, userId, deviceIds)) send(deviceId);
    } catch (error) {
      markFailed(error, deviceIds);
    }
  }

  const subscriptions = [
    bus.subscribe('watchesChanged', ({ deviceIds }) => {
      for (const deviceId of deviceIds) send(deviceId);
    }),
    // A device that was assigned to an admin, or taken from one, has other watches now. Null means that retention or push changed for all
    // devices, which changes no watch.
    bus.subscribe('supervisionChanged', ({ deviceIds }) => {
      for (const deviceId of deviceIds ?? []) send(deviceId);
    }),
    bus.subscribe('accessChanged', ({ userId }) => void sendToWatchedBy(userId)),
  ];

  return {
    send,
    catchUp() {
      const again = [...failed];
      failed.clear();
      for (const deviceId of again) send(deviceId);
    },
    async close() {
      for (const unsubscribe of subscriptions) unsubscribe();
      await batcher.idle();
    },
  };
}
