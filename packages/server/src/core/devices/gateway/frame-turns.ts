import type { DeviceSocket, WaitingFrame } from './device-socket.ts';

const megabyte = 1024 * 1024;
/** How much is parsed of all devices together: at once after a quiet while, and then per second. */
const bytesAtOnce = 4 * megabyte;
const bytesPerSecond = 8 * megabyte;
/** So long large frames may be handled without a rest; then at most half of the time. */
const busyMs = 25;
/** How soon it is looked again whether a device or all of them may go on. */
const checkEveryMs = 20;

export interface FrameTurns {
  /** Queues a frame. The device is not read until its frames are handled. */
  add(socket: DeviceSocket, frame: WaitingFrame): void;
  /** Stops reading from a device until its own budget allows the next frame. */
  hold(socket: DeviceSocket): void;
  close(): void;
}

interface TurnsOptions {
  handle(socket: DeviceSocket, frame: WaitingFrame): void;
  /** False while what was taken has to be put away first. */
  hasRoom(): boolean;
  /** Called when the last frame of a closed connection is handled. */
  onDrained(socket: DeviceSocket): void;
}

/**
 * Shares the time for large frames among devices: one frame for each turn of the event loop, at most half of the time, and in
 * turn, so that a device that sends little is not delayed by those that flood. Devices that wait are paused: nothing is lost.
 *
 * As in fair queueing for networks, a device without waiting frames comes in at the front and goes to the back after its
 * first frame. It leaves the back only in its turn, so that nobody gains by letting their own queue run empty.
 */
export function createFrameTurns({ handle, hasRoom, onDrained }: TurnsOptions): FrameTurns {
  const front = new Set<DeviceSocket>();
  const back = new Set<DeviceSocket>();
  /** Devices whose own budget is spent. */
  const held = new Set<DeviceSocket>();
  let bytes = bytesAtOnce;
  let filledAt = Date.now();
  /** By `performance.now()`. */
  let restsUntil = 0;
  let immediate: NodeJS.Immediate | undefined;
  let turnTimer: NodeJS.Timeout | undefined;
  let heldTimer: NodeJS.Timeout | undefined;
  let closed = false;

  function refill(): void {
    const now = Date.now();
    bytes = Math.min(bytesAtOnce, bytes + (Math.max(0, now - filledAt) / 1000) * bytesPerSecond);
    filledAt = now;
  }

  /** How long the next turn has to wait. */
  function waitMs(): number {
    if (bytes <= 0 || !hasRoom()) return checkEveryMs;
    return Math.max(0, restsUntil - performance.now());
  }

  function runTurn(): void {
    immediate = undefined;
    turnTimer = undefined;
    refill();
    if (waitMs() === 0) serveNext();
    plan();
  }

  function serveNext(): void {
    for (const queue of [front, back]) {
      for (const socket of queue) {
        queue.delete(socket);
        const frame = socket.waiting?.shift();
        if (frame === undefined) leave(socket);
        else return serve(socket, frame);
      }
    }
  }

  function serve(socket: DeviceSocket, frame: WaitingFrame): void {
    back.add(socket);
    if (socket.partedAt > 0) {
      socket.waiting = [];
      return resume(socket);
    }
    bytes -= frame.data.length;
    const startedAt = performance.now();
    handle(socket, frame);
    const took = performance.now() - startedAt;
    restsUntil = Math.max(restsUntil, startedAt - 2 * busyMs) + 2 * took;
    resume(socket);
  }

  function leave(socket: DeviceSocket): void {
    socket.waiting = null;
    if (socket.readyState === socket.CLOSED) onDrained(socket);
  }

  function resume(socket: DeviceSocket): void {
    if (!socket.isPaused || held.has(socket) || socket.waiting?.length) return;
    // It could not be heard until now.
    socket.heardAt = Date.now();
    socket.resume();
  }

  function plan(): void {
    if (closed || front.size + back.size === 0 || immediate || turnTimer) return;
    const wait = waitMs();
    if (wait === 0) immediate = setImmediate(runTurn);
    else turnTimer = setTimeout(runTurn, wait);
  }

  function releaseHeld(): void {
    const now = Date.now();
    for (const socket of held) {
      if (socket.readyState === socket.OPEN && socket.budget?.mayContinue(now) === false) continue;
      held.delete(socket);
      resume(socket);
    }
    if (held.size > 0) return;
    clearInterval(heldTimer);
    heldTimer = undefined;
  }

  return {
    add(socket, frame) {
      socket.pause();
      if (socket.waiting === null) front.add(socket);
      socket.waiting ??= [];
      socket.waiting.push(frame);
      plan();
    },
    hold(socket) {
      socket.pause();
      held.add(socket);
      if (!closed) heldTimer ??= setInterval(releaseHeld, checkEveryMs);
    },
    close() {
      closed = true;
      clearImmediate(immediate);
      clearTimeout(turnTimer);
      clearInterval(heldTimer);
    },
  };
}
