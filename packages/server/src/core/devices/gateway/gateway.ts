import type { EventEmitter } from 'node:events';
import { deviceSocketClose, deviceSocketPath, limits } from '@fairwatch/contract';
import { WebSocketServer } from 'ws';
import { createLiveFigures } from '../../figures/live-figures.ts';
import { callerAddress } from '../../http/caller-address.ts';
import { awaitClosed, promptClose } from '../../http/close-sockets.ts';
import type { UpgradeEndpoint } from '../../http/upgrades.ts';
import type { Services } from '../../services.ts';
import { createPersonTickets } from '../../tickets/person-tickets.ts';
import { AnswerStage } from '../commands/answer-stage.ts';
import type { CommandAnswer } from '../commands/command-answer.ts';
import { createCommandEngine, type CommandEngine } from '../commands/command-engine.ts';
import type { Delivery } from '../commands/commands.store.ts';
import { DeviceSocket } from './device-socket.ts';
import { createFrameIntake } from './frame-intake.ts';
import { createInbox } from './inbox.ts';
import { createPersonSide } from '../person/person-side.ts';
import type { ArrivedDevice } from './presence.store.ts';
import { createPresence, type Presence } from './presence.ts';
import type { RowTable } from '../rows/row-table.ts';
import { createThrottle } from './throttle.ts';

const sweepEveryMs = 1000;
const sweepsPerRenewal = 5;
const goodbyeWithinMs = 2000;

const goingAway = 1001;
const tryAgainLater = 1013;

/** Where devices connect: knows who is here, hands out commands and takes the answers. */
export function createGateway(
  services: Services,
  tables: readonly RowTable[],
  answers: readonly CommandAnswer[],
): UpgradeEndpoint {
  const { bus, log } = services;
  const online = new Map<number, DeviceSocket>();
  const server = new WebSocketServer({
    noServer: true,
    WebSocket: DeviceSocket,
    perMessageDeflate: false,
    maxPayload: limits.device.maxFrameBytes,
    ...promptClose,
  });
  const engine: CommandEngine = createCommandEngine(services, answers, send);
  const presence: Presence = createPresence(services, online, {
    onArrived: welcome,
    onUnavailable: (socket) => socket.part(tryAgainLater, 'the server cannot take devices now'),
  });
  const person = createPersonSide(services, tables);
  const tickets = createPersonTickets(services);
  const inbox = createInbox(services, (deviceId, frame) => online.get(deviceId)?.tell(frame));
  const receive = createFrameIntake({ ...services, engine, presence, person, tickets, inbox });
  const throttle = createThrottle();
  const figures = createLiveFigures(services);

  /** Once over each connection, unless its answer was lost: the device would only repeat itself. */
  function send(delivery: Delivery, to: CommandAnswer): AnswerStage | null {
    const { deviceId, commandId, commandType, requestedBy, expiresAt, params } = delivery;
    const socket = online.get(deviceId);
    if (!socket || commandId <= socket.cancelledId) return null;
    if (socket.answer?.commandId === commandId) return socket.answer;
    socket.answer = new AnswerStage(commandId, to, params);
    socket.tell({ type: 'command', commandId, commandType, requestedBy, expiresAt, params });
    return socket.answer;
  }

  function welcome(socket: DeviceSocket, device: ArrivedDevice | null): void {
    if (device === null) return socket.part(deviceSocketClose.refused, 'unknown token');
    const other = online.get(device.id);
    const older = other && other.openedAt > socket.openedAt ? socket : other;
    older?.part(deviceSocketClose.replaced, 'connected elsewhere');
    if (older === socket) return;
    online.set(device.id, socket);
    figures.noteActive(socket);
    socket.tell({
      type: 'welcome',
      deviceId: device.id,
      heartbeatMs: limits.device.heartbeatMs,
      capabilities: device.capabilities,
      paused: device.paused,
    });
    engine.deliver(device.id);
    inbox.deliver(device.id);
  }

  // Shared by all sockets, which are their `this`: a closure for each of ten thousand would cost memory.
  function onMessage(this: DeviceSocket, data: Buffer, isBinary: boolean): void {
    if (this.partedAt > 0) return;
    const withinBudget = this.spendFrame(Date.now());
    if (!withinBudget) throttle.hold(this);
    receive(this, data, isBinary, withinBudget);
  }
  function onPing(this: DeviceSocket): void {
    if (!this.spendFrame(Date.now())) throttle.hold(this);
  }
  function onClose(this: DeviceSocket): void {
    this.answer = null;
    presence.leave(this);
  }
  function onError(this: DeviceSocket, error: Error): void {
    log.warn({ deviceId: this.deviceId, reason: error.message }, 'the connection of a device broke');
  }

  let sweeps = 0;
  let sweeping = Promise.resolve();
  async function sweep(): Promise<void> {
    const now = Date.now();
    for (const socket of server.clients) sweepSocket(socket, now);
    for (const { commandId, deviceId } of await engine.expire()) {
      const socket = online.get(deviceId);
      if (socket?.answer?.commandId === commandId) socket.answer = null;
    }
    engine.catchUp();
    await engine.storeProgress();
    if (sweeps % sweepsPerRenewal === 0) {
      await inbox.tidy();
      await presence.renew();
    }
    sweeps += 1;
  }

  function sweepSocket(socket: DeviceSocket, now: number): void {
    if (socket.partedAt > 0) {
      if (now - socket.partedAt > goodbyeWithinMs) socket.terminate();
    } else if (!socket.greeted) {
      if (now - socket.openedAt > limits.device.helloWithinMs) socket.part(deviceSocketClose.refused, 'no hello');
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
      .catch((error: unknown) => log.error({ err: error }, 'the sweep over the devices failed'))
      .finally(() => (idle = true));
  }
  sweepUnlessBusy();
  const timer = setInterval(sweepUnlessBusy, sweepEveryMs);
  const subscriptions = [
    bus.subscribe('commandQueued', ({ deviceId }) => {
      if (online.has(deviceId)) engine.deliver(deviceId);
    }),
    bus.subscribe('commandCancelled', ({ deviceId, commandId }) => online.get(deviceId)?.cancel(commandId)),
    bus.subscribe('inboxWaiting', ({ deviceId }) => {
      if (online.has(deviceId)) inbox.deliver(deviceId);
    }),
    bus.subscribe('consentRequestWithdrawn', ({ deviceId, requestId }) => {
      online.get(deviceId)?.tell({ type: 'consent-request-withdrawn', requestId });
    }),
    bus.subscribe('deviceLeft', ({ deviceId }) => {
      const socket = online.get(deviceId);
      if (!socket) return;
      socket.tell({ type: 'left' });
      presence.leave(socket);
      socket.part(deviceSocketClose.left, 'left');
    }),
  ];

  return {
    path: deviceSocketPath,

    handleUpgrade(request, socket, head) {
      server.handleUpgrade(request, socket, head, (device: DeviceSocket & EventEmitter) => {
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
      throttle.close();
      await sweeping;
      for (const socket of server.clients) {
        presence.leave(socket);
        socket.part(goingAway, 'the server stops');
      }
      await person.idle();
      await tickets.idle();
      await engine.idle();
      await inbox.idle();
      await presence.close();
      await figures.close();
      await awaitClosed(server.clients);
    },
  };
}
