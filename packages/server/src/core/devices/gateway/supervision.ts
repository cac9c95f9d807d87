import { createBatcher } from '../../batcher.ts';
import type { Services } from '../../services.ts';
import { findPushKey } from '../../web-push/push-subscriptions.store.ts';
import { readKeptDays } from '../kept-days.ts';
import type { RowTable } from '../rows/row-table.ts';
import type { DeviceSocket } from './device-socket.ts';
import { findAssigned, findSupervision } from './supervision.store.ts';

/** Tells connected devices who supervises them, for how long data is kept, and whether push is on. */
export interface Supervision {
  /** Tells one device, unless its client did not name its platform: that would not understand it. */
  tell(deviceId: number): void;
  /** Tells again where it could not be read. To be called every few seconds. */
  catchUp(): void;
  /** Ends the subscriptions and resolves when everything asked for so far was told. */
  close(): Promise<void>;
}

export function createSupervision(
  { db, bus, log }: Services,
  tables: readonly RowTable[],
  online: ReadonlyMap<number, DeviceSocket>,
): Supervision {
  /** Devices for which it could not be read. */
  const behind = new Set<number>();
  const tellings = createBatcher<number>(async (deviceIds) => {
    const [keptDays, pushKey] = await Promise.all([readKeptDays(db, tables), findPushKey(db)]);
    for (const { deviceId, ...found } of await findSupervision(db, [...new Set(deviceIds)])) {
      const pushSubscribed = pushKey !== null && found.pushSubscribed;
      online.get(deviceId)?.tell({ type: 'supervision', ...found, keptDays, pushKey, pushSubscribed });
    }
  }, fallBehind);

  function fallBehind(error: unknown, deviceIds: readonly number[]): void {
    log.error({ err: error, event: 'supervision.read_failed' }, 'Failed to read who supervises some devices');
    for (const deviceId of deviceIds) behind.add(deviceId);
  }

  function tell(deviceId: number): void {
    if (online.get(deviceId)?.knowsSupervision) tellings.add(deviceId);
  }

  const listening = () => [...online.values()].filter(({ knowsSupervision }) => knowsSupervision);

  /** An admin was blocked, or is none any more: their name is no longer told. */
  async function tellDevicesOf(userId: number): Promise<void> {
    const deviceIds = listening().map(({ deviceId }) => deviceId);
    if (deviceIds.length === 0) return;
    try {
      for (const deviceId of await findAssigned(db, userId, deviceIds)) tell(deviceId);
    } catch (error) {
      fallBehind(error, deviceIds);
    }
  }

  const tellAll = () => {
    for (const { deviceId } of listening()) tell(deviceId);
  };
  const subscriptions = [
    bus.subscribe('webPushSwitched', tellAll),
    bus.subscribe('supervisionChanged', ({ deviceIds }) => {
      if (deviceIds === null) return tellAll();
      for (const deviceId of deviceIds) tell(deviceId);
    }),
    bus.subscribe('accessChanged', ({ userId }) => void tellDevicesOf(userId)),
  ];

  return {
    tell,
    catchUp() {
      const again = [...behind];
      behind.clear();
      for (const deviceId of again) tell(deviceId);
    },
    async close() {
      for (const unsubscribe of subscriptions) unsubscribe();
      await tellings.idle();
    },
  };
}
