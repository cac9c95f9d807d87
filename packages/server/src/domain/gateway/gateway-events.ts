import { deviceSocketClose } from '@fairwatch/contract';
import { findArchive } from '../archives/archives.store.ts';
import { archiveFrame } from '../archives/shown-archive.ts';
import type { CommandEngine } from '../commands/command-engine.ts';
import type { StagedAnswers } from '../commands/staged-answers.ts';
import { findEnding } from '../person/ended-devices.store.ts';
import type { BusEvents } from '../server-bus.ts';
import type { Services } from '../services/services.ts';
import { tryAgainLater, type DeviceSocket } from './device-socket.ts';
import type { Inbox } from './inbox/inbox.ts';
import type { Presence } from './presence.ts';
import { createResync } from './resync.ts';

interface ToldParts {
  online: ReadonlyMap<number, DeviceSocket>;
  engine: CommandEngine;
  staged: StagedAnswers;
  presence: Presence;
  inbox: Inbox;
  supervision: { send(deviceId: number): void };
  watches: { send(deviceId: number): void };
}

/**
 * Tells connected devices what happened elsewhere in the server or the cluster, and reads it from the database when events of other
 * servers may have been lost. Returns the function that stops it.
 */
export function followEvents(services: Services, parts: ToldParts): () => Promise<void> {
  const { online, engine, staged, presence, inbox, supervision, watches } = parts;
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

  const subscriptions = [
    bus.subscribe('commandQueued', ({ deviceId }) => {
      if (online.has(deviceId)) engine.deliver(deviceId);
    }),
    bus.subscribe('commandCancelled', cancel),
    bus.subscribe('liveEnded', ({ deviceId, sessionId, end }) => {
      online.get(deviceId)?.sendFrame({ type: 'live-stop', sessionId, end });
    }),
    bus.subscribe('inboxWaiting', ({ deviceId }) => {
      if (online.has(deviceId)) inbox.deliver(deviceId);
    }),
    bus.subscribe('consentRequestWithdrawn', withdraw),
    bus.subscribe('archiveMade', ({ deviceId }) => {
      if (online.has(deviceId)) void sendArchiveState(deviceId);
    }),
    bus.subscribe('deviceLeft', (event) => {
      leave(event);
      // A device that is just connecting, and not online yet, must be disconnected too.
      presence.afterArrivals(() => leave(event));
    }),
    bus.subscribe('deviceMoved', (event) => {
      closeOlder(event);
      presence.afterArrivals(() => closeOlder(event));
    }),
    bus.onGap(() => presence.reconcile(null)),
  ];
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
    },
  });
  return async () => {
    for (const unsubscribe of subscriptions) unsubscribe();
    await resync.close();
  };
}
