import { createBatcher } from '../../../core/jobs/batcher.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findPushKey } from '../../../shared/push/push-subscriptions.store.ts';
import { readKeptDays } from '../../device-data/retention/kept-days.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import type { DeviceSocket } from '../device-socket.ts';
import { findAssigned, findSupervision } from './supervision.store.ts';

/** Sends connected devices who supervises them, how long data is kept, and whether push is on. */
export interface Supervision {
  /** Sends the frame to one device. A client that did not name its platform would not understand it and gets none. */
  send(deviceId: number): void;
  /** Retries where it could not be read. Call it every few seconds. */
  catchUp(): void;
  /** Ends the subscriptions; resolves when everything queued is sent. */
  close(): Promise<void>;
}

export function createSupervision(
  { db, bus, log }: Services,
  tables: readonly RowTable[],
  online: ReadonlyMap<number, DeviceSocket>,
): Supervision {
  /** Devices for which reading it failed. */
  const failed = new Set<number>();
  const batcher = createBatcher<number>(async (deviceIds) => {
    const [keptDays, pushKey] = await Promise.all([readKeptDays(db, tables), findPushKey(db)]);
    for (const { deviceId, ...found } of await findSupervision(db, [...new Set(deviceIds)])) {
      const pushSubscribed = pushKey !== null && found.pushSubscribed;
      online.get(deviceId)?.sendFrame({ type: 'supervision', ...found, keptDays, pushKey, pushSubscribed });
    }
  }, markFailed);

  function markFailed(error: unknown, deviceIds: readonly number[]): void {
    log.error({ err: error, event: 'supervision.read_failed' }, 'Failed to read who supervises some devices');
    for (const deviceId of deviceIds) failed.add(deviceId);
  }

  function send(deviceId: number): void {
    if (online.get(deviceId)?.knowsSupervision) batcher.add(deviceId);
  }

  const connected = () => [...online.values()].filter(({ knowsSupervision }) => knowsSupervision);

  /** Sends it to the devices of an admin who was blocked or demoted, because their name is no longer listed. */
  async function sendToDevicesOf(userId: number): Promise<void> {
    const deviceIds = connected().map(({ deviceId }) => deviceId);
    if (deviceIds.length === 0) return;
    try {
      for (const deviceId of await findAssigned(db, userId, deviceIds)) send(deviceId);
    } catch (error) {
      markFailed(error, deviceIds);
    }
  }

  const sendToAll = () => {
    for (const { deviceId } of connected()) send(deviceId);
  };
  const subscriptions = [
    bus.subscribe('webPushSwitched', sendToAll),
    bus.subscribe('supervisionChanged', ({ deviceIds }) => {
      if (deviceIds === null) return sendToAll();
      for (const deviceId of deviceIds) send(deviceId);
    }),
    bus.subscribe('accessChanged', ({ userId }) => void sendToDevicesOf(userId)),
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
