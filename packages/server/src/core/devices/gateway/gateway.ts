import type { EventEmitter } from 'node:events';
import { deviceFrameBytes, deviceSocketClose, deviceSocketPath, hoursBeginAt, limits } from '@fairwatch/contract';
import { WebSocketServer } from 'ws';
import type { BusEvents } from '../../bus.ts';
import { createLiveFigures } from '../../figures/live-figures.ts';
import { callerAddress } from '../../http/caller-address.ts';
import { isOwnOrigin } from '../../http/caller-origin.ts';
import { awaitClosed, promptClose } from '../../http/close-sockets.ts';
import { refuseUpgrade, type UpgradeEndpoint } from '../../http/upgrades.ts';
import type { Services } from '../../services.ts';
import { createPersonTickets } from '../../tickets/person-tickets.ts';
import type { AnswerStage } from '../commands/answer-stage.ts';
import type { CommandAnswer } from '../commands/command-answer.ts';
import { createCommandEngine, type CommandEngine } from '../commands/command-engine.ts';
import type { Delivery } from '../commands/commands.store.ts';
import { archiveFrame } from '../archive/shown-archive.ts';
import { findArchive } from '../archive/archives.store.ts';
import { createStagedAnswers } from '../commands/staged-answers.ts';
import { createAbsentReminders } from './absent-reminders.ts';
import { createDeviceBudgets } from './device-budget.ts';
import { DeviceSocket } from './device-socket.ts';
import { createFrameIntake } from './frame-intake.ts';
import { createFrameTurns } from './frame-turns.ts';
import { createHelloQueue } from './hello-queue.ts';
import { createInbox } from './inbox.ts';
import { findEnding, type Ending } from '../person/ended-devices.store.ts';
import { createPersonSide } from '../person/person-side.ts';
import type { ArrivedDevice } from './presence.store.ts';
import { createPresence, type Presence } from './presence.ts';
import { createSupervision } from './supervision.ts';
import { createWaitingDeliveries } from './waiting-deliveries.ts';
import type { RowTable } from '../rows/row-table.ts';

/** Frames up to this size are handled as they come. */
const smallFrameBytes = limits.device.maxUntypedFrameBytes;
const sweepEveryMs = 1000;
const sweepsPerRenewal = 5;
const goodbyeWithinMs = 2000;
/** Of one frame: fragments of the protocol, and what the network cuts it into. */
const mostPieces = 4096;

const goingAway = 1001;
const tryAgainLater = 1013;

/** Where devices connect: knows who is here, hands out commands and takes the answers. */
export function createGateway(
  services: Services,
  tables: readonly RowTable[],
  answers: readonly CommandAnswer[],
): UpgradeEndpoint {
  const { bus, config, db, log } = services;
  const online = new Map<number, DeviceSocket>();
  const server = new WebSocketServer({
    noServer: true,
    WebSocket: DeviceSocket,
    perMessageDeflate: false,
    // Until a device is known. A larger first frame ends the connection before its bytes are read.
    maxPayload: deviceFrameBytes.hello,
    // A frame in a million pieces would take a hundred times its size in memory.
    maxFragments: mostPieces,
    maxBufferedChunks: mostPieces,
    ...promptClose,
  });
  const budgets = createDeviceBudgets();
  const staged = createStagedAnswers(services, ({ commandId, deviceId }, reason) => {
    const socket = online.get(deviceId);
    if (socket?.answer?.commandId === commandId) socket.dropAnswer();
    engine.fail({ commandId, deviceId, reason });
  });
  const waiting = createWaitingDeliveries((deviceId) => engine.deliver(deviceId));
  const engine: CommandEngine = createCommandEngine(services, answers, send);
  const absent = createAbsentReminders(services);
  const presence: Presence = createPresence(services, online, {
    onArrived: welcome,
    onUnavailable: (socket) => socket.part(tryAgainLater, 'the server cannot take devices now'),
    onNotices(changes) {
      // What is open must not be sent while the notice is not shown, and ends with that; see `refusalToDeliver`.
      for (const { deviceId } of changes) engine.deliver(deviceId);
    },
    onGone: (deviceIds) => absent.noteGone(deviceIds),
  });
  const person = createPersonSide(services, tables);
  const tickets = createPersonTickets(services);
  const inbox = createInbox(services, (deviceId, frame) => online.get(deviceId)?.tell(frame));
  const supervision = createSupervision(services, tables, online);
  const hellos = createHelloQueue(presence.arrive);
  const receive = createFrameIntake({ ...services, engine, presence, person, tickets, inbox, hellos, budgets });
  const turns = createFrameTurns({
    handle: (socket, { data, isBinary, mayAnswer }) => receive(socket, data, isBinary, mayAnswer),
    hasRoom: () => !staged.isBehind(),
    onDrained: forget,
  });
  const figures = createLiveFigures(services);

  /** Once over each connection, unless its answer was lost: the device would only repeat itself. */
  function send(delivery: Delivery, to: CommandAnswer): AnswerStage | null {
    const { deviceId, commandId, commandType, requestedBy, expiresAt, params, reason, logSequence, logHash } = delivery;
    const socket = online.get(deviceId);
    if (!socket || commandId <= socket.cancelledId) return null;
    // The device has hidden its notice, which is not stored yet; storing it ends this command.
    if (socket.noticeShown === false) return null;
    if (socket.answer?.commandId === commandId) return socket.answer;
    const begins = hoursBeginAt(socket.hours, new Date());
    if (begins !== null) return waiting.hold(deviceId, begins);
    socket.dropAnswer();
    socket.answer = staged.open({ commandId, deviceId, to, params });
    const logHead = { sequence: logSequence, hash: logHash };
    const why = reason === null ? {} : { reason };
    socket.tell({ type: 'command', commandId, commandType, requestedBy, expiresAt, ...why, params, logHead });
    return socket.answer;
  }

  function welcome(socket: DeviceSocket, device: ArrivedDevice | null, ending: Ending | null): void {
    if (ending !== null) {
      socket.tell({ type: 'ended', ...ending });
      return socket.part(deviceSocketClose.left, 'ended');
    }
    if (device === null) {
      hellos.noteUnknown(socket.address);
      return socket.part(deviceSocketClose.refused, 'unknown token');
    }
    socket.address = '';
    const other = online.get(device.id);
    const older = other && other.openedAt > socket.openedAt ? socket : other;
    older?.part(deviceSocketClose.replaced, 'connected elsewhere');
    if (older === socket) return;
    online.set(device.id, socket);
    socket.allowLargeFrames();
    socket.hours = device.hours;
    socket.noticeShown = device.noticeShown;
    figures.noteActive(socket);
    socket.tell({
      type: 'welcome',
      deviceId: device.id,
      heartbeatMs: limits.device.heartbeatMs,
      capabilities: device.capabilities,
      paused: device.paused,
      logHead: { sequence: device.logSequence, hash: device.logHash },
      ground: device.ground,
      hours: device.hours,
    });
    supervision.tell(device.id);
    engine.deliver(device.id);
    inbox.deliver(device.id);
  }

  /** Its person left, or an admin ended the device: nothing it says from now on is heard. */
  async function sayGoodbye(socket: DeviceSocket, { deviceId, ended }: BusEvents['deviceLeft']): Promise<void> {
    presence.leave(socket);
    if (!ended) {
      socket.tell({ type: 'left' });
      return socket.part(deviceSocketClose.left, 'left');
    }
    socket.partedAt = Date.now();
    try {
      const ending = await findEnding(db, deviceId);
      if (ending) socket.tell({ type: 'ended', ...ending });
      socket.part(deviceSocketClose.left, 'ended');
    } catch (error) {
      log.error({ err: error, event: 'gateway.ending_not_read', deviceId }, 'Failed to tell a device why it was ended');
      // It comes back, and is told then.
      socket.part(tryAgainLater, 'the server cannot take devices now');
    }
  }

  function leave(event: BusEvents['deviceLeft']): void {
    const socket = online.get(event.deviceId);
    if (socket) void sayGoodbye(socket, event);
  }

  /** Tells a device how far its person's archive is. One that is not told asks again when it is back. */
  async function tellArchive(deviceId: number): Promise<void> {
    try {
      const archive = await findArchive(services.db, deviceId, 'PERSON');
      if (archive) online.get(deviceId)?.tell(archiveFrame(archive));
    } catch (error) {
      log.error({ err: error, event: 'archive.tell_failed', deviceId }, 'Failed to tell a device about its archive');
    }
  }

  // Shared by all sockets, which are their `this`: a closure for each of ten thousand would cost memory.
  function onMessage(this: DeviceSocket, data: Buffer, isBinary: boolean): void {
    if (this.partedAt > 0) return;
    const mayAnswer = spend(this, data.length);
    // Large frames wait for their turn, and what comes after them keeps its place.
    const waits = data.length > smallFrameBytes || this.waiting !== null;
    if (waits) turns.add(this, { data, isBinary, mayAnswer });
    else receive(this, data, isBinary, mayAnswer);
  }
  function onPing(this: DeviceSocket): void {
    if (this.partedAt > 0) return;
    if (this.budget === null) this.part(deviceSocketClose.refused, 'the first frame must be hello');
    else spend(this, 0);
  }
  function onClose(this: DeviceSocket): void {
    presence.leave(this);
    // What was said before the end counts.
    if (this.waiting === null) forget(this);
  }
  function spend(socket: DeviceSocket, bytes: number): boolean {
    const now = Date.now();
    socket.heardAt = now;
    const within = socket.budget?.spendFrame(bytes, now) ?? true;
    if (!within) turns.hold(socket);
    return within;
  }
  function forget(socket: DeviceSocket): void {
    socket.dropAnswer();
    if (socket.budget) budgets.release(socket.budget);
    socket.budget = null;
  }
  function onError(this: DeviceSocket, error: Error): void {
    log.warn(
      { event: 'gateway.connection_failed', deviceId: this.deviceId, reason: error.message },
      'The connection of a device failed',
    );
  }

  let sweeps = 0;
  let sweeping = Promise.resolve();
  async function sweep(): Promise<void> {
    const now = Date.now();
    for (const socket of server.clients) sweepSocket(socket, now);
    hellos.lookUpWaiting();
    budgets.tidy(now);
    for (const { commandId, deviceId } of await engine.expire()) {
      const socket = online.get(deviceId);
      if (socket?.answer?.commandId === commandId) socket.dropAnswer();
      staged.discard(commandId);
    }
    waiting.release(now);
    engine.catchUp();
    await engine.storeProgress();
    if (sweeps % sweepsPerRenewal === 0) {
      await inbox.tidy();
      supervision.catchUp();
      await presence.renew();
    }
    sweeps += 1;
  }

  function sweepSocket(socket: DeviceSocket, now: number): void {
    if (socket.partedAt > 0) {
      if (now - socket.partedAt > goodbyeWithinMs) socket.terminate();
    } else if (!socket.greeted) {
      if (now - socket.openedAt > limits.device.helloWithinMs) socket.part(deviceSocketClose.refused, 'no hello');
    } else if (socket.isPaused) {
      // The server does not listen to it at the moment, so it is not silent.
      socket.heardAt = now;
    } else if (now - socket.heardAt > limits.device.silentAfterMs) {
      // Offline now, not when the frozen device would have answered the goodbye.
      presence.leave(socket);
      socket.part(deviceSocketClose.silent, 'nothing heard');
    } else if (socket.deviceId > 0) figures.noteActive(socket);
  }

  let idle = true;
  function sweepUnlessBusy(): void {
    if (!idle) return;
    idle = false;
    sweeping = sweep()
      .catch((error: unknown) =>
        log.error({ err: error, event: 'gateway.sweep_failed' }, 'Failed to sweep the devices'),
      )
      .finally(() => (idle = true));
  }
  sweepUnlessBusy();
  const timer = setInterval(sweepUnlessBusy, sweepEveryMs);
  const subscriptions = [
    bus.subscribe('commandQueued', ({ deviceId }) => {
      if (online.has(deviceId)) engine.deliver(deviceId);
    }),
    bus.subscribe('commandCancelled', ({ deviceId, commandId }) => {
      online.get(deviceId)?.cancel(commandId);
      staged.discard(commandId);
    }),
    bus.subscribe('inboxWaiting', ({ deviceId }) => {
      if (online.has(deviceId)) inbox.deliver(deviceId);
    }),
    bus.subscribe('consentRequestWithdrawn', ({ deviceId, requestId }) => {
      online.get(deviceId)?.tell({ type: 'consent-request-withdrawn', requestId });
    }),
    bus.subscribe('archiveMade', ({ deviceId }) => {
      if (online.has(deviceId)) void tellArchive(deviceId);
    }),
    bus.subscribe('deviceLeft', (event) => {
      leave(event);
      // A device that was let in just before, and is not online yet, must not stay.
      presence.afterArrivals(() => leave(event));
    }),
  ];

  return {
    path: deviceSocketPath,

    handleUpgrade(request, socket, head) {
      if (!isOwnOrigin(request, [config.publicUrl, config.companionUrl])) return refuseUpgrade(socket, 403);
      return server.handleUpgrade(request, socket, head, (device: DeviceSocket & EventEmitter) => {
        device.address = callerAddress(request);
        device.on('message', onMessage);
        device.on('ping', onPing);
        device.on('close', onClose);
        device.on('error', onError);
      });
    },

    async close() {
      clearInterval(timer);
      for (const unsubscribe of subscriptions) unsubscribe();
      turns.close();
      await sweeping;
      for (const socket of server.clients) {
        presence.leave(socket);
        socket.part(goingAway, 'the server stops');
      }
      await person.idle();
      await tickets.idle();
      // Their commands stay open: the devices send them again once the server is back.
      staged.discardLarge();
      await engine.idle();
      await staged.close();
      await inbox.idle();
      await supervision.close();
      await presence.close();
      absent.close();
      await figures.close();
      await awaitClosed(server.clients);
    },
  };
}
