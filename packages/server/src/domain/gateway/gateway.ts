import type { EventEmitter } from 'node:events';
import { deviceFrameBytes, deviceSocketClose, deviceSocketPath, hoursBeginAt, limits } from '@fairwatch/contract';
import { WebSocketServer } from 'ws';
import type { BusEvents } from '../server-bus.ts';
import { createLiveMetrics } from './live-metrics.ts';
import { callerAddress } from '../../core/http/connections/caller-address.ts';
import { isOwnOrigin } from '../../core/http/connections/caller-origin.ts';
import { awaitClosed, promptClose } from '../../core/http/connections/close-sockets.ts';
import { refuseUpgrade, type UpgradeEndpoint } from '../../core/http/connections/upgrades.ts';
import type { Services } from '../services/services.ts';
import { createLiveKeeper } from '../live-location/live-keeper.ts';
import { createPersonTickets } from '../tickets/person-tickets.ts';
import type { AnswerStage } from '../commands/answer-stage.ts';
import type { CommandAnswer } from '../commands/command-answer.ts';
import { createCommandEngine, type CommandEngine } from '../commands/command-engine.ts';
import type { Delivery } from '../commands/commands.store.ts';
import { archiveFrame } from '../archives/shown-archive.ts';
import { findArchive } from '../archives/archives.store.ts';
import { createStagedAnswers } from '../commands/staged-answers.ts';
import { createAbsentReminders } from './inbox/absent-reminders.ts';
import { createDeviceBudgets } from './frames/device-budget.ts';
import { DeviceSocket } from './device-socket.ts';
import { createFrameIntake } from './frames/frame-intake.ts';
import { createFrameScheduler } from './frames/frame-scheduler.ts';
import { createHelloQueue } from './hello-queue.ts';
import { createInbox } from './inbox/inbox.ts';
import { findEnding, type Ending } from '../person/ended-devices.store.ts';
import { createPersonRequests } from '../person/person-requests.ts';
import type { ArrivedDevice } from '../presence/presence.store.ts';
import { createPresence, type Presence } from './presence.ts';
import { createSupervision } from './supervision/supervision.ts';
import { createWatchTeller } from './supervision/watch-teller.ts';
import { createScheduledDeliveries } from './inbox/scheduled-deliveries.ts';
import type { RowTable } from '../rows/row-table.ts';

/** Frames up to this size are handled as they arrive; larger ones go through the frame scheduler. */
const smallFrameBytes = limits.device.maxUntypedFrameBytes;
const sweepEveryMs = 1000;
const sweepsPerRenewal = 5;
const goodbyeWithinMs = 2000;
/** The most fragments and network chunks of one frame. */
const maxPieces = 4096;

const goingAway = 1001;
const tryAgainLater = 1013;

/** Serves the sockets of devices: tracks who is online, sends commands and receives answers. */
export function createGateway(
  services: Services,
  tables: readonly RowTable[],
  answers: readonly CommandAnswer[],
): UpgradeEndpoint {
  const { bus, config, db, log, scheduler } = services;
  const online = new Map<number, DeviceSocket>();
  const server = new WebSocketServer({
    noServer: true,
    WebSocket: DeviceSocket,
    perMessageDeflate: false,
    // This limit holds until a device is known. A larger first frame closes the connection before its bytes are read.
    maxPayload: deviceFrameBytes.hello,
    // A frame in a million pieces would take a hundred times its size in memory.
    maxFragments: maxPieces,
    maxBufferedChunks: maxPieces,
    ...promptClose,
  });
  const budgets = createDeviceBudgets();
  const staged = createStagedAnswers(services, ({ commandId, deviceId }, reason) => {
    const socket = online.get(deviceId);
    if (socket?.answer?.commandId === commandId) socket.dropAnswer();
    engine.fail({ commandId, deviceId, reason });
  });
  const scheduled = createScheduledDeliveries((deviceId) => engine.deliver(deviceId));
  const engine: CommandEngine = createCommandEngine(services, answers, send);
  const absent = createAbsentReminders(services);
  const presence: Presence = createPresence(services, online, {
    onArrived: welcome,
    onUnavailable: (socket) => socket.disconnect(tryAgainLater, 'the server cannot take devices now'),
    onNotices(changes) {
      // Open commands must not be sent while the notice is hidden, and end with an error then; see `refusalToDeliver`.
      for (const { deviceId } of changes) engine.deliver(deviceId);
      if (changes.some(({ shown }) => !shown)) live.endUnallowed().catch(logSweepError);
    },
    onGone: (deviceIds) => absent.addGone(deviceIds),
  });
  const person = createPersonRequests(services, tables);
  const tickets = createPersonTickets(services);
  const inbox = createInbox(services, (deviceId, frame) => online.get(deviceId)?.sendFrame(frame));
  const live = createLiveKeeper(services, (deviceId, frame) => online.get(deviceId)?.sendFrame(frame));
  const supervision = createSupervision(services, tables, online);
  const watches = createWatchTeller(services, online);
  const hellos = createHelloQueue(scheduler, presence.arrive);
  const receive = createFrameIntake({ ...services, engine, presence, person, tickets, inbox, live, hellos, budgets });
  const frameScheduler = createFrameScheduler({
    scheduler,
    handle: (socket, { data, isBinary, canReply }) => receive(socket, data, isBinary, canReply),
    canAccept: () => !staged.isBehind(),
    onDrained: releaseSocket,
  });
  const liveMetrics = createLiveMetrics(services);

  /**
   * Sends a command once over each connection: the device would only repeat its answer. It is sent again when the answer was
   * lost.
   */
  function send(delivery: Delivery, to: CommandAnswer): AnswerStage | null {
    const { deviceId, commandId, commandType, requestedBy, expiresAt, params, reason, logSequence, logHash } = delivery;
    const socket = online.get(deviceId);
    if (!socket || commandId <= socket.cancelledId) return null;
    // The device has hidden its notice, which is not stored yet; storing it ends this command.
    if (socket.noticeShown === false) return null;
    if (socket.answer?.commandId === commandId) return socket.answer;
    const begins = hoursBeginAt(socket.hours, new Date());
    if (begins !== null) return scheduled.schedule(deviceId, begins);
    socket.dropAnswer();
    socket.answer = staged.open({ commandId, deviceId, to, params });
    const logHead = { sequence: logSequence, hash: logHash };
    const why = reason === null ? {} : { reason };
    socket.sendFrame({ type: 'command', commandId, commandType, requestedBy, expiresAt, ...why, params, logHead });
    return socket.answer;
  }

  function welcome(socket: DeviceSocket, device: ArrivedDevice | null, ending: Ending | null): void {
    if (ending !== null) {
      socket.sendFrame({ type: 'ended', ...ending });
      return socket.disconnect(deviceSocketClose.left, 'ended');
    }
    if (device === null) {
      hellos.countUnknown(socket.address);
      return socket.disconnect(deviceSocketClose.refused, 'unknown token');
    }
    socket.address = '';
    const other = online.get(device.id);
    const older = other && other.openedAt > socket.openedAt ? socket : other;
    older?.disconnect(deviceSocketClose.replaced, 'connected elsewhere');
    if (older === socket) return;
    online.set(device.id, socket);
    socket.allowLargeFrames();
    socket.hours = device.hours;
    socket.noticeShown = device.noticeShown;
    liveMetrics.recordActive(socket);
    socket.sendFrame({
      type: 'welcome',
      deviceId: device.id,
      heartbeatMs: limits.device.heartbeatMs,
      capabilities: device.capabilities,
      paused: device.paused,
      logHead: { sequence: device.logSequence, hash: device.logHash },
      ground: device.ground,
      hours: device.hours,
    });
    supervision.send(device.id);
    watches.send(device.id);
    engine.deliver(device.id);
    inbox.deliver(device.id);
  }

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

  function leave(event: BusEvents['deviceLeft']): void {
    const socket = online.get(event.deviceId);
    if (socket) void sayGoodbye(socket, event);
  }

  /** Sends a device the state of its person's archive. A device that misses it asks again when it reconnects. */
  async function sendArchiveState(deviceId: number): Promise<void> {
    try {
      const archive = await findArchive(services.db, deviceId, 'PERSON');
      if (archive) online.get(deviceId)?.sendFrame(archiveFrame(archive));
    } catch (error) {
      log.error({ err: error, event: 'archive.tell_failed', deviceId }, 'Failed to tell a device about its archive');
    }
  }

  // The handlers are shared by all sockets, which are their `this`: a closure for each of ten thousand would cost memory.
  function onMessage(this: DeviceSocket, data: Buffer, isBinary: boolean): void {
    if (this.disconnectedAt > 0) return;
    const canReply = spend(this, data.length);
    // Large frames are scheduled, and frames after them wait behind them to keep the order.
    const waits = data.length > smallFrameBytes || this.waiting !== null;
    if (waits) frameScheduler.add(this, { data, isBinary, canReply });
    else receive(this, data, isBinary, canReply);
  }
  function onPing(this: DeviceSocket): void {
    if (this.disconnectedAt > 0) return;
    if (this.budget === null) this.disconnect(deviceSocketClose.refused, 'the first frame must be hello');
    else spend(this, 0);
  }
  function onClose(this: DeviceSocket): void {
    presence.leave(this);
    // Frames that arrived before the close are still handled.
    if (this.waiting === null) releaseSocket(this);
  }
  function spend(socket: DeviceSocket, bytes: number): boolean {
    const now = scheduler.now();
    socket.heardAt = now;
    const within = socket.budget?.spendFrame(bytes, now) ?? true;
    if (!within) frameScheduler.throttle(socket);
    return within;
  }
  function releaseSocket(socket: DeviceSocket): void {
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

  function logSweepError(error: unknown): void {
    log.error({ err: error, event: 'gateway.sweep_failed' }, 'Failed to sweep the devices');
  }

  let sweeps = 0;
  let sweeping = Promise.resolve();
  async function sweep(): Promise<void> {
    const now = scheduler.now();
    for (const socket of server.clients) sweepSocket(socket, now);
    hellos.processWaiting();
    budgets.tidy(now);
    for (const { commandId, deviceId } of await engine.expire()) {
      const socket = online.get(deviceId);
      if (socket?.answer?.commandId === commandId) socket.dropAnswer();
      staged.discard(commandId);
    }
    await live.endOverdue();
    scheduled.deliverDue(now);
    engine.catchUp();
    await engine.storeProgress();
    if (sweeps % sweepsPerRenewal === 0) {
      await inbox.tidy();
      await live.endUnallowed();
      supervision.catchUp();
      watches.catchUp();
      await presence.renew();
    }
    sweeps += 1;
  }

  function sweepSocket(socket: DeviceSocket, now: number): void {
    if (socket.disconnectedAt > 0) {
      if (now - socket.disconnectedAt > goodbyeWithinMs) socket.terminate();
    } else if (!socket.saidHello) {
      if (now - socket.openedAt > limits.device.helloWithinMs) socket.disconnect(deviceSocketClose.refused, 'no hello');
    } else if (socket.isPaused) {
      // A paused socket receives nothing, so it does not count as silent.
      socket.heardAt = now;
    } else if (now - socket.heardAt > limits.device.silentAfterMs) {
      // The device is offline from now on, not from when the close would have been answered.
      presence.leave(socket);
      socket.disconnect(deviceSocketClose.silent, 'nothing heard');
    } else if (socket.deviceId > 0) liveMetrics.recordActive(socket);
  }

  let idle = true;
  function sweepUnlessBusy(): void {
    if (!idle) return;
    idle = false;
    sweeping = sweep()
      .catch(logSweepError)
      .finally(() => (idle = true));
  }
  sweepUnlessBusy();
  const stopSweeping = scheduler.every(sweepEveryMs, sweepUnlessBusy);
  const subscriptions = [
    bus.subscribe('commandQueued', ({ deviceId }) => {
      if (online.has(deviceId)) engine.deliver(deviceId);
    }),
    bus.subscribe('commandCancelled', ({ deviceId, commandId }) => {
      online.get(deviceId)?.cancel(commandId);
      staged.discard(commandId);
    }),
    bus.subscribe('liveEnded', ({ deviceId, sessionId, end }) => {
      online.get(deviceId)?.sendFrame({ type: 'live-stop', sessionId, end });
    }),
    bus.subscribe('inboxWaiting', ({ deviceId }) => {
      if (online.has(deviceId)) inbox.deliver(deviceId);
    }),
    bus.subscribe('consentRequestWithdrawn', ({ deviceId, requestId }) => {
      online.get(deviceId)?.sendFrame({ type: 'consent-request-withdrawn', requestId });
    }),
    bus.subscribe('archiveMade', ({ deviceId }) => {
      if (online.has(deviceId)) void sendArchiveState(deviceId);
    }),
    bus.subscribe('deviceLeft', (event) => {
      leave(event);
      // A device that is just connecting, and not online yet, must be disconnected too.
      presence.afterArrivals(() => leave(event));
    }),
  ];

  return {
    path: deviceSocketPath,

    handleUpgrade(request, socket, head) {
      if (!isOwnOrigin(request, [config.publicUrl, config.companionUrl])) return refuseUpgrade(socket, 403);
      return server.handleUpgrade(request, socket, head, (device: DeviceSocket & EventEmitter) => {
        device.open(scheduler);
        device.address = callerAddress(request);
        device.on('message', onMessage);
        device.on('ping', onPing);
        device.on('close', onClose);
        device.on('error', onError);
      });
    },

    async close() {
      stopSweeping();
      for (const unsubscribe of subscriptions) unsubscribe();
      frameScheduler.close();
      await sweeping;
      for (const socket of server.clients) {
        presence.leave(socket);
        socket.disconnect(goingAway, 'the server stops');
      }
      await person.idle();
      await tickets.idle();
      // The commands stay open: the devices send their answers again once the server is back.
      staged.discardLarge();
      await engine.idle();
      await staged.close();
      await inbox.idle();
      await live.close();
      await supervision.close();
      await watches.close();
      await presence.close();
      absent.close();
      await liveMetrics.close();
      await awaitClosed(server.clients);
    },
  };
}
