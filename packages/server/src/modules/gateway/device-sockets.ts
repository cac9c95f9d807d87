import type { EventEmitter } from 'node:events';
import { deviceFrameBytes, deviceSocketClose, limits } from '@fairwatch/contract';
import { WebSocketServer } from 'ws';
import { callerAddress } from '../../core/http/connections/caller-address.ts';
import { isOwnOrigin } from '../../core/http/connections/caller-origin.ts';
import { promptClose } from '../../core/http/connections/close-sockets.ts';
import { refuseUpgrade, type UpgradeEndpoint } from '../../core/http/connections/upgrades.ts';
import type { Services } from '../../shared/services/services.ts';
import type { DeviceBudgets } from './frames/device-budget.ts';
import { DeviceSocket } from './device-socket.ts';
import { createFrameScheduler } from './frames/frame-scheduler.ts';

/** Frames up to this size are handled as they arrive; larger ones go through the frame scheduler. */
const smallFrameBytes = limits.device.maxUntypedFrameBytes;
/** The most fragments and network chunks of one frame. */
const maxPieces = 4096;

interface SocketParts {
  budgets: DeviceBudgets;
  /** Handles a frame. */
  receive(socket: DeviceSocket, data: Buffer, isBinary: boolean, canReply: boolean): void;
  /** Handles a binary message of a device that said hello. False when it is charged like a frame. */
  receivePicture(socket: DeviceSocket, data: Buffer): boolean;
  /** False while large frames have to wait. */
  canAccept(): boolean;
  /** Called for each closed socket. */
  onClosed(socket: DeviceSocket): void;
}

/** The sockets of devices, from the upgrade to the close, also those that have not said hello. */
export interface DeviceSockets extends Pick<UpgradeEndpoint, 'handleUpgrade'> {
  clients: Set<DeviceSocket>;
  /** How many frames wait to be handled. */
  waiting(): number;
  /** Stops handling frames that wait. */
  close(): void;
}

export function createDeviceSockets(
  { config, log, scheduler }: Services,
  { budgets, receive, receivePicture, canAccept, onClosed }: SocketParts,
): DeviceSockets {
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
  const frameScheduler = createFrameScheduler({
    scheduler,
    handle: (socket, { data, isBinary, canReply }) => receive(socket, data, isBinary, canReply),
    canAccept,
    onDrained: releaseSocket,
  });

  // The handlers are shared by all sockets, which are their `this`: a closure for each of ten thousand would cost memory.
  function onMessage(this: DeviceSocket, data: Buffer, isBinary: boolean): void {
    if (this.disconnectedAt > 0) return;
    if (isBinary && this.saidHello) return takePicture(this, data);
    const canReply = spend(this, data.length);
    // Large frames are scheduled, and frames after them wait behind them to keep the order.
    const waits = data.length > smallFrameBytes || this.waiting !== null;
    // A small frame that waits may be a decision of the person, so no picture goes ahead of it.
    const heldBefore = this.waiting !== null && this.holdsPictures;
    this.holdsPictures = waits && (heldBefore || data.length <= smallFrameBytes);
    if (waits) frameScheduler.add(this, { data, isBinary, canReply });
    else receive(this, data, isBinary, canReply);
  }
  /** Pictures have limits of their own, and do not wait behind rows. */
  function takePicture(socket: DeviceSocket, data: Buffer): void {
    socket.heardAt = scheduler.now();
    const waitsBehindDecision = socket.waiting !== null && socket.holdsPictures;
    if (waitsBehindDecision || !receivePicture(socket, data)) spend(socket, data.length);
  }
  function onPing(this: DeviceSocket): void {
    if (this.disconnectedAt > 0) return;
    if (this.budget === null) this.disconnect(deviceSocketClose.refused, 'the first frame must be hello');
    else spend(this, 0);
  }
  function onClose(this: DeviceSocket): void {
    onClosed(this);
    // Frames that arrived before the close are still handled.
    if (this.waiting === null) releaseSocket(this);
  }
  function onError(this: DeviceSocket, error: Error): void {
    log.warn(
      { event: 'gateway.connection_failed', deviceId: this.deviceId, reason: error.message },
      'The connection of a device failed',
    );
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

  return {
    clients: server.clients,
    waiting: () => frameScheduler.waiting(),

    handleUpgrade(request, socket, head) {
      if (!isOwnOrigin(request, [config.publicUrl, config.companionUrl], config)) return refuseUpgrade(socket, 403);
      return server.handleUpgrade(request, socket, head, (device: DeviceSocket & EventEmitter) => {
        device.open(scheduler);
        device.address = callerAddress(request, config);
        device.on('message', onMessage);
        device.on('ping', onPing);
        device.on('close', onClose);
        device.on('error', onError);
      });
    },

    close: () => frameScheduler.close(),
  };
}
