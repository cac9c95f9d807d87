import {
  capabilityNames,
  deviceSocketClose,
  deviceSocketPath,
  hoursBeginAt,
  limits,
  ticketCategoriesOf,
} from '@fairwatch/contract';
import { awaitClosed } from '../../core/http/connections/close-sockets.ts';
import type { UpgradeEndpoint } from '../../core/http/connections/upgrades.ts';
import type { AnswerStage } from '../commands/answers/answer-stage.ts';
import type { CommandAnswer } from '../commands/answers/command-answer.ts';
import { createCommandEngine, type CommandEngine } from '../commands/command-engine.ts';
import type { Delivery } from '../commands/commands.store.ts';
import { createStagedAnswers } from '../commands/answers/staged-answers.ts';
import type { DeviceConnection } from '../../shared/device-connection.ts';
import type { LiveViewRelay } from '../device-data/live-view/relay/live-view-relay.ts';
import { createLiveKeeper, type LiveKeeper } from '../places/live-location/live-keeper.ts';
import type { Ending } from '../devices/person/ended-devices.store.ts';
import { createPersonRequests } from '../devices/person/person-requests.ts';
import type { ArrivedDevice } from '../../shared/presence/presence.store.ts';
import type { RowTable } from '../../shared/device-rows/row-table.ts';
import type { Services } from '../../shared/services/services.ts';
import { createPersonTickets } from '../support/tickets/person/person-tickets.ts';
import { endLostUses } from '../devices/uses/end-uses.ts';
import { tryAgainLater, type DeviceSocket } from './device-socket.ts';
import { createDeviceSockets } from './device-sockets.ts';
import { drainDevices } from './draining.ts';
import { createDeviceBudgets } from './frames/device-budget.ts';
import { createFrameIntake } from './frames/frame-intake.ts';
import { followEvents } from './gateway-events.ts';
import { startSweep } from './gateway-sweep.ts';
import { createHelloQueue } from './hello-queue.ts';
import { createAbsentReminders } from './inbox/absent-reminders.ts';
import { createInbox } from './inbox/inbox.ts';
import { createScheduledDeliveries } from './inbox/scheduled-deliveries.ts';
import { createLiveMetrics } from './liveness/live-metrics.ts';
import { createPresence, type Presence } from './liveness/presence.ts';
import { createKindsTeller, createSupervision, createWatchTeller } from './supervision/supervision.ts';

const goingAway = 1001;

/** The endpoint of device sockets. */
export interface Gateway extends UpgradeEndpoint {
  /** Refuses new devices and lets the connected ones go, so that they move to other servers before `close`. */
  drain(): Promise<void>;
  figures(): GatewayFigures;
}

/** Serves the sockets of devices: tracks who is online, sends commands and receives answers. */
export function createGateway(
  services: Services,
  tables: readonly RowTable[],
  answers: readonly CommandAnswer[],
  liveViews: LiveViewRelay,
): Gateway {
  const { log, scheduler } = services;
  const online = new Map<number, DeviceSocket>();
  const budgets = createDeviceBudgets();
  const staged = createStagedAnswers(services, ({ commandId, deviceId, epoch }, reason) => {
    const socket = online.get(deviceId);
    if (socket?.answer?.commandId === commandId) socket.dropAnswer();
    engine.fail({ commandId, deviceId, epoch, reason });
  });
  const scheduled = createScheduledDeliveries((deviceId) => engine.deliver(deviceId));
  const engine: CommandEngine = createCommandEngine(services, answers, {
    send,
    onUnapplied: (deviceIds) => presence.reconcile(deviceIds),
    onRequesterLost: (userIds) => endLostUses(services, userIds),
  });
  const absent = createAbsentReminders(services);
  const presence: Presence = createPresence(services, online, {
    onArrived: welcome,
    onUnavailable: (socket) => socket.disconnect(tryAgainLater, 'the server cannot take devices now'),
    onNotices(changes) {
      // Open commands must not be sent while the notice is hidden, and end with an error then; see `refusalToDeliver`.
      for (const { deviceId } of changes) engine.deliver(deviceId);
      if (changes.some(({ shown }) => !shown)) endUnallowed();
    },
    onGone: (departures) => absent.addGone(departures),
  });
  const closeMoved = (connection: DeviceConnection) => presence.closeMoved(connection);
  const person = createPersonRequests(services, tables, closeMoved);
  const tickets = createPersonTickets(services, closeMoved);
  const inbox = createInbox(services, (deviceId, frame) => online.get(deviceId)?.sendFrame(frame));
  const live: LiveKeeper = createLiveKeeper(
    services,
    (deviceId, frame) => online.get(deviceId)?.sendFrame(frame),
    closeMoved,
  );
  const supervision = createSupervision(services, tables, online);
  const watches = createWatchTeller(services, online);
  const kinds = createKindsTeller(services, online);
  const hellos = createHelloQueue(scheduler, presence.arrive);
  const sockets = createDeviceSockets(services, {
    budgets,
    receive: createFrameIntake({
      ...services,
      engine,
      presence,
      person,
      tickets,
      inbox,
      live,
      liveViews,
      hellos,
      budgets,
    }),
    receivePicture: liveViews.receive,
    canAccept: () => !staged.isBehind(),
    onClosed(socket) {
      liveViews.leave(socket);
      presence.leave(socket);
    },
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
    socket.answer = staged.open({ commandId, deviceId, epoch: socket.epoch, to, params });
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
      readNotice: device.readNotice,
      usedKinds: capabilityNames.filter((name) => !device.unusedKinds.includes(name)),
      ticketCategories: [...ticketCategoriesOf(device.preset)],
    });
    supervision.send(device.id);
    watches.send(device.id);
    engine.deliver(device.id);
    inbox.deliver(device.id);
  }

  function endUnallowed(): void {
    live
      .endUnallowed()
      .catch((error: unknown) =>
        log.error({ err: error, event: 'gateway.sweep_failed' }, 'Failed to sweep the devices'),
      );
  }

  const parts = { online, sockets, engine, staged, presence, inbox, live, liveViews, supervision, watches, kinds };
  const sweep = startSweep(services, { ...parts, scheduled, hellos, budgets, liveMetrics });
  const stopFollowing = followEvents(services, parts);

  return {
    path: deviceSocketPath,
    handleUpgrade: sockets.handleUpgrade,
    drain: () => drainDevices(services, online, presence.leave),
    figures: () => ({
      sockets: sockets.clients.size,
      online: online.size,
      frameQueue: sockets.waiting(),
      helloQueue: hellos.waiting(),
      staged: staged.usage(),
      ...liveViews.figures(),
    }),

    async close() {
      const swept = sweep.stop();
      sockets.close();
      await Promise.all([swept, stopFollowing()]);
      for (const socket of sockets.clients) {
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
      await liveViews.close();
      await supervision.close();
      await watches.close();
      await kinds.close();
      await presence.close();
      absent.close();
      await liveMetrics.close();
      await awaitClosed(sockets.clients);
    },
  };
}

/** How the gateway is doing. */
export interface GatewayFigures {
  sockets: number;
  /** Devices that are online here. */
  online: number;
  /** Devices with large frames that wait to be handled. */
  frameQueue: number;
  /** Hellos of suspicious addresses that wait. */
  helloQueue: number;
  /** Live views whose devices are connected here, and those who watch through this server. */
  liveViews: number;
  viewers: number;
  /** Bytes of answers that are not stored yet. */
  staged: { memory: number; disk: number };
}
