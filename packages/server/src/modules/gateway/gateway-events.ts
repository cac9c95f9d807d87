import { deviceSocketClose } from '@fairwatch/contract';
import { findArchive } from '../device-data/archives/archives.store.ts';
import { archiveFrame } from '../device-data/archives/shown-archive.ts';
import type { CommandEngine } from '../commands/command-engine.ts';
import type { StagedAnswers } from '../commands/answers/staged-answers.ts';
import { findEnding } from '../devices/person/ended-devices.store.ts';
import type { BusEvents } from '../../shared/server-bus.ts';
import type { Services } from '../../shared/services/services.ts';
import { tryAgainLater, type DeviceSocket } from './device-socket.ts';
import type { Inbox } from './inbox/inbox.ts';
import type { Presence } from './liveness/presence.ts';
import { createBatcher } from '../../core/jobs/batcher.ts';
import { findCancelled, findDeparted, findEndedLive, findWithdrawn } from './resync.store.ts';
import { createResync } from './resync.ts';

interface ToldParts {
  online: ReadonlyMap<number, DeviceSocket>;
  engine: CommandEngine;
  staged: StagedAnswers;
  presence: Presence;
  inbox: Inbox;
  supervision: { send(deviceId: number): void };
  watches: { send(deviceId: number): void };
  kinds: { send(deviceId: number): void };
}

/** More events that wait for the database than this are dropped, and everything is read instead. */
const maxUnchecked = 1000;

/**
 * Tells connected devices what happened elsewhere in the server or the cluster, and reads it from the database when events of other
 * servers may have been lost. What ends something on a device, or makes it erase itself, is done for an event of another server only when
 * the row says so. Returns the function that stops it.
 */
export function followEvents(services: Services, parts: ToldParts): () => Promise<void> {
  const { online, engine, staged, presence, inbox, supervision, watches, kinds } = parts;
  const { bus, db, log, scheduler } = services;

  /** Closes the socket of a device whose person left or that an admin ended. Frames that arrive later are ignored. */
  async function sayGoodbye(socket: DeviceSocket, { deviceId, ended }: BusEvents['deviceLeft']): Promise<void> {
    presence.leave(socket);
    if (!ended) {
      socket.sendFrame({ type: 'left' });
      return socket.disconnect(deviceSocketClose.left, 'left');
    }
    socket.disconnectedAt = scheduler.now();
    try {
      const ending = await findEnding(db, deviceId);
      if (ending) socket.sendFrame({ type: 'ended', ...ending });
      socket.disconnect(deviceSocketClose.left, 'ended');
    } catch (error) {
      log.error({ err: error, event: 'gateway.ending_not_read', deviceId }, 'Failed to tell a device why it was ended');
      // The device reconnects and is told then.
      socket.disconnect(tryAgainLater, 'the server cannot take devices now');
    }
  }

  function cancel({ deviceId, commandId }: BusEvents['commandCancelled']): void {
    online.get(deviceId)?.cancel(commandId);
    staged.discard(commandId);
  }

  function withdraw({ deviceId, requestId }: BusEvents['consentRequestWithdrawn']): void {
    online.get(deviceId)?.sendFrame({ type: 'consent-request-withdrawn', requestId });
  }

  function leave(event: BusEvents['deviceLeft']): void {
    const socket = online.get(event.deviceId);
    if (socket) void sayGoodbye(socket, event);
  }

  function leaveNowAndAfterArrivals(event: BusEvents['deviceLeft']): void {
    leave(event);
    // A device that is just connecting, and not online yet, must be disconnected too.
    presence.afterArrivals(() => leave(event));
  }

  function stopLive({ deviceId, sessionId, end }: BusEvents['liveEnded']): void {
    online.get(deviceId)?.sendFrame({ type: 'live-stop', sessionId, end });
  }

  /**
   * Returns a listener that asks the database about events of other servers, those of a moment together, and acts on what the rows say. While
   * they cannot be read, and when too many wait, everything about the connected devices is read instead, as soon as that is possible.
   */
  function whenRowSays<Event extends { deviceId: number }>(
    find: (events: readonly Event[]) => Promise<readonly Event[]>,
    act: (event: Event) => void,
    isOurs = ({ deviceId }: Event) => online.has(deviceId),
  ): (event: Event) => void {
    let unchecked = 0;
    const checks = createBatcher<Event>(
      async (events) => {
        unchecked -= events.length;
        for (const found of await find(events)) act(found);
      },
      (error) => {
        log.warn({ err: error, event: 'gateway.event_not_checked' }, 'Failed to check an event of another server');
        resync.read();
      },
    );
    return (event) => {
      if (!isOurs(event)) return;
      if (unchecked >= maxUnchecked) return resync.read();
      unchecked += 1;
      checks.add(event);
    };
  }

  function closeOlder({ deviceId, epoch }: BusEvents['deviceMoved']): void {
    const socket = online.get(deviceId);
    if (socket && socket.epoch < epoch) presence.closeMoved(socket);
  }

  /** Sends a device the state of its person's archive. A device that misses it asks again when it reconnects. */
  async function sendArchiveState(deviceId: number): Promise<void> {
    try {
      const archive = await findArchive(db, deviceId, 'PERSON');
      if (archive) online.get(deviceId)?.sendFrame(archiveFrame(archive));
    } catch (error) {
      log.error({ err: error, event: 'archive.tell_failed', deviceId }, 'Failed to tell a device about its archive');
    }
  }

  const resync = createResync(services, online, {
    deliverCommands: engine.deliver,
    cancel,
    leave,
    withdraw,
    deliverInbox: inbox.deliver,
    sendArchiveState: (deviceId) => void sendArchiveState(deviceId),
    sendWatching(deviceId) {
      supervision.send(deviceId);
      watches.send(deviceId);
      kinds.send(deviceId);
    },
  });
  const subscriptions = [
    bus.subscribe('commandQueued', ({ deviceId }) => {
      if (online.has(deviceId)) engine.deliver(deviceId);
    }),
    bus.subscribeLocal('commandCancelled', cancel),
    bus.subscribeRemote(
      'commandCancelled',
      whenRowSays(
        (events) =>
          findCancelled(
            db,
            events.map(({ commandId }) => commandId),
          ),
        cancel,
      ),
    ),
    bus.subscribeLocal('liveEnded', stopLive),
    bus.subscribeRemote(
      'liveEnded',
      whenRowSays(
        (events) =>
          findEndedLive(
            db,
            events.map(({ sessionId }) => sessionId),
          ),
        stopLive,
      ),
    ),
    bus.subscribe('inboxWaiting', ({ deviceId }) => {
      if (online.has(deviceId)) inbox.deliver(deviceId);
    }),
    bus.subscribeLocal('consentRequestWithdrawn', withdraw),
    bus.subscribeRemote(
      'consentRequestWithdrawn',
      whenRowSays(
        (events) =>
          findWithdrawn(
            db,
            events.map(({ deviceId }) => deviceId),
          ),
        withdraw,
      ),
    ),
    bus.subscribe('archiveMade', ({ deviceId }) => {
      if (online.has(deviceId)) void sendArchiveState(deviceId);
    }),
    bus.subscribeLocal('deviceLeft', leaveNowAndAfterArrivals),
    bus.subscribeRemote(
      'deviceLeft',
      whenRowSays(
        (events) =>
          findDeparted(
            db,
            events.map(({ deviceId }) => deviceId),
          ),
        leaveNowAndAfterArrivals,
        () => true,
      ),
    ),
    bus.subscribeLocal('deviceMoved', (event) => {
      closeOlder(event);
      presence.afterArrivals(() => closeOlder(event));
    }),
    bus.subscribeRemote('deviceMoved', ({ deviceId }) => {
      presence.reconcile([deviceId]);
      presence.afterArrivals(() => presence.reconcile([deviceId]));
    }),
    bus.onGap(() => presence.reconcile(null)),
  ];
  return async () => {
    for (const unsubscribe of subscriptions) unsubscribe();
    await resync.close();
  };
}
