import type { Services } from '../../shared/services/services.ts';
import type { BusEvents } from '../../shared/server-bus.ts';
import type { DeviceSocket } from './device-socket.ts';
import { findArchived, findCancelled, findDeparted, findQueued, findWithdrawn } from './resync.store.ts';

/** What makes no admin wait is read at most this often, because it is sent to every device again. */
const restEveryMs = 15_000;
/** After a failure of the database it is tried again. */
const retryAfterMs = 2000;

/** What the gateway does when one of these events arrives; here for those that may have been lost. */
interface Reactions {
  deliverCommands(deviceId: number): void;
  cancel(cancelled: BusEvents['commandCancelled']): void;
  leave(departed: BusEvents['deviceLeft']): void;
  withdraw(withdrawn: BusEvents['consentRequestWithdrawn']): void;
  deliverInbox(deviceId: number): void;
  sendArchiveState(deviceId: number): void;
  /** Sends who supervises the device and what watches it. */
  sendWatching(deviceId: number): void;
}

interface Resync {
  /** Reads everything, as after a gap. */
  read(): void;
  close(): Promise<void>;
}

/**
 * Catches up when events of other servers may have been lost: reads from the database what they would have told about the devices that
 * are connected here. The ends of live locations are not among it: a device that missed one goes on sending, and is told then.
 */
export function createResync(
  { db, bus, jobs }: Pick<Services, 'db' | 'bus' | 'jobs'>,
  online: ReadonlyMap<number, DeviceSocket>,
  reactions: Reactions,
): Resync {
  async function readCommands(): Promise<void> {
    const deviceIds = [...online.keys()];
    if (deviceIds.length === 0) return;
    const underWay = [...online.values()].flatMap(({ answer }) => answer?.commandId ?? []);
    for (const departed of await findDeparted(db, deviceIds)) reactions.leave(departed);
    if (underWay.length > 0) for (const each of await findCancelled(db, underWay)) reactions.cancel(each);
    for (const deviceId of await findQueued(db, deviceIds)) reactions.deliverCommands(deviceId);
  }

  async function readRest(): Promise<void> {
    const deviceIds = [...online.keys()];
    if (deviceIds.length === 0) return;
    for (const withdrawn of await findWithdrawn(db, deviceIds)) reactions.withdraw(withdrawn);
    for (const deviceId of await findArchived(db, deviceIds)) reactions.sendArchiveState(deviceId);
    for (const deviceId of deviceIds) {
      reactions.deliverInbox(deviceId);
      reactions.sendWatching(deviceId);
    }
  }

  const failing = { failure: 'gateway.resync_failed', retryMs: retryAfterMs } as const;
  const commands = jobs.start({ ...failing, name: 'resyncCommands', run: readCommands });
  const rest = jobs.start({
    ...failing,
    name: 'resyncDevices',
    run: readRest,
    gatherMs: 0,
    atMostEveryMs: restEveryMs,
  });
  function read(): void {
    commands.trigger();
    rest.trigger();
  }
  const unsubscribe = bus.onGap(read);
  return {
    read,
    async close() {
      unsubscribe();
      await Promise.all([commands.close(), rest.close()]);
    },
  };
}
